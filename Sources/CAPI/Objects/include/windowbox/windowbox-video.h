// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_VIDEO_H
#define WINDOWBOX_VIDEO_H

#include <gtk/gtk.h>
#include <windowbox/windowbox-player.h>

G_BEGIN_DECLS

#define WINDOWBOX_TYPE_VIDEO (windowbox_video_get_type())
/**
 * WindowboxVideo:
 *
 * A widget that shows the video and the captions of a player, with controls if wanted. Several widgets may show one player.
 */
G_DECLARE_FINAL_TYPE(WindowboxVideo, windowbox_video, WINDOWBOX, VIDEO, GtkWidget)

GtkWidget *windowbox_video_new(void);
GtkWidget *windowbox_video_new_for_player(WindowboxPlayer *player);
WindowboxPlayer *windowbox_video_get_player(WindowboxVideo *self);
void windowbox_video_set_player(WindowboxVideo *self, WindowboxPlayer *player);
gboolean windowbox_video_get_controls(WindowboxVideo *self);
void windowbox_video_set_controls(WindowboxVideo *self, gboolean controls);

G_END_DECLS

#endif
