// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_FRAME_H
#define WINDOWBOX_FRAME_H

#include <gtk/gtk.h>
#include <windowbox/windowbox-types.h>

G_BEGIN_DECLS

/**
 * WindowboxFrame:
 *
 * A decoded video frame. It never changes, and may be used on any thread.
 */
typedef struct _WindowboxFrame WindowboxFrame;

#define WINDOWBOX_TYPE_FRAME (windowbox_frame_get_type())
GType windowbox_frame_get_type(void);

WindowboxFrame *windowbox_frame_ref(WindowboxFrame *self);
void windowbox_frame_unref(WindowboxFrame *self);

double windowbox_frame_get_time(WindowboxFrame *self);
double windowbox_frame_get_duration(WindowboxFrame *self);
int windowbox_frame_get_width(WindowboxFrame *self);
int windowbox_frame_get_height(WindowboxFrame *self);
int windowbox_frame_get_display_width(WindowboxFrame *self);
int windowbox_frame_get_display_height(WindowboxFrame *self);
int windowbox_frame_get_rotation(WindowboxFrame *self);

const char *windowbox_frame_get_format(WindowboxFrame *self);
guint windowbox_frame_get_n_planes(WindowboxFrame *self);
const guint8 *windowbox_frame_get_plane(WindowboxFrame *self, guint plane, gsize *length);
gsize windowbox_frame_get_stride(WindowboxFrame *self, guint plane);

GBytes *windowbox_frame_get_pixels(WindowboxFrame *self, WindowboxPixelLayout layout, int width, int height, GError **error);
GBytes *windowbox_frame_get_png(WindowboxFrame *self, GError **error);
GdkTexture *windowbox_frame_get_texture(WindowboxFrame *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(WindowboxFrame, windowbox_frame_unref)

G_END_DECLS

#endif
