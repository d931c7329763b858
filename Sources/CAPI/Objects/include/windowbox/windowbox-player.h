// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_PLAYER_H
#define WINDOWBOX_PLAYER_H

#include <windowbox/windowbox-frame.h>
#include <windowbox/windowbox-item.h>
#include <windowbox/windowbox-track.h>
#include <windowbox/windowbox-types.h>

G_BEGIN_DECLS

#define WINDOWBOX_TYPE_PLAYER (windowbox_player_get_type())
/**
 * WindowboxPlayer:
 *
 * Plays a list of files and streams, one after the other. A new player is paused.
 */
G_DECLARE_FINAL_TYPE(WindowboxPlayer, windowbox_player, WINDOWBOX, PLAYER, GObject)

WindowboxPlayer *windowbox_player_new(void);
WindowboxPlayer *windowbox_player_new_silent(void);

// What to play.
const char *windowbox_player_get_uri(WindowboxPlayer *self);
void windowbox_player_set_uri(WindowboxPlayer *self, const char *uri);
GListModel *windowbox_player_get_items(WindowboxPlayer *self);
gboolean windowbox_player_append(WindowboxPlayer *self, WindowboxItem *item);
gboolean windowbox_player_remove(WindowboxPlayer *self, WindowboxItem *item);
void windowbox_player_clear(WindowboxPlayer *self);
WindowboxItem *windowbox_player_get_current_item(WindowboxPlayer *self);
void windowbox_player_set_current_item(WindowboxPlayer *self, WindowboxItem *item);
void windowbox_player_next(WindowboxPlayer *self);
void windowbox_player_previous(WindowboxPlayer *self);

// Playing.
void windowbox_player_play(WindowboxPlayer *self);
void windowbox_player_pause(WindowboxPlayer *self);
WindowboxState windowbox_player_get_state(WindowboxPlayer *self);
gboolean windowbox_player_is_buffering(WindowboxPlayer *self);
const GError *windowbox_player_get_error(WindowboxPlayer *self);
double windowbox_player_get_rate(WindowboxPlayer *self);
void windowbox_player_set_rate(WindowboxPlayer *self, double rate);
double windowbox_player_get_volume(WindowboxPlayer *self);
void windowbox_player_set_volume(WindowboxPlayer *self, double volume);
gboolean windowbox_player_get_muted(WindowboxPlayer *self);
void windowbox_player_set_muted(WindowboxPlayer *self, gboolean muted);
gboolean windowbox_player_get_loop(WindowboxPlayer *self);
void windowbox_player_set_loop(WindowboxPlayer *self, gboolean loop);

// Time.
double windowbox_player_get_position(WindowboxPlayer *self);
double windowbox_player_get_duration(WindowboxPlayer *self);
void windowbox_player_seek(WindowboxPlayer *self, double position);
void windowbox_player_seek_async(
    WindowboxPlayer *self, double position, WindowboxSeekMode mode, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data);
gboolean windowbox_player_seek_finish(WindowboxPlayer *self, GAsyncResult *result, GError **error);
gboolean windowbox_player_is_seeking(WindowboxPlayer *self);
gboolean windowbox_player_get_seekable_range(WindowboxPlayer *self, double *start, double *end);
gboolean windowbox_player_get_buffered_range(WindowboxPlayer *self, double *start, double *end);
void windowbox_player_step(WindowboxPlayer *self, int frames);

// Live streams.
gboolean windowbox_player_is_live(WindowboxPlayer *self);
double windowbox_player_get_live_offset(WindowboxPlayer *self);
void windowbox_player_seek_to_live(WindowboxPlayer *self);
GDateTime *windowbox_player_get_date(WindowboxPlayer *self);

// Media.
const char *windowbox_player_get_title(WindowboxPlayer *self);
gboolean windowbox_player_has_video(WindowboxPlayer *self);
gboolean windowbox_player_get_video_size(WindowboxPlayer *self, int *width, int *height);
const char *windowbox_player_get_captions(WindowboxPlayer *self);
GListModel *windowbox_player_get_audio_tracks(WindowboxPlayer *self);
GListModel *windowbox_player_get_subtitle_tracks(WindowboxPlayer *self);
int windowbox_player_get_audio_track(WindowboxPlayer *self);
int windowbox_player_get_subtitle_track(WindowboxPlayer *self);
gboolean windowbox_player_select_audio_track(WindowboxPlayer *self, int track, GError **error);
gboolean windowbox_player_select_subtitle_track(WindowboxPlayer *self, int track, GError **error);
void windowbox_player_set_audio_languages(WindowboxPlayer *self, const char *const *languages);
void windowbox_player_set_subtitle_languages(WindowboxPlayer *self, const char *const *languages);

// Frames.

/**
 * WindowboxFrameFunc:
 * @player: the player
 * @frame: (transfer none): a frame at the time when it is to be seen
 * @user_data: (closure): what was passed to windowbox_player_set_frame_func()
 *
 * Receives the frames of a player, in the default main context. To use a frame later, take a reference.
 */
typedef void (*WindowboxFrameFunc)(WindowboxPlayer *player, WindowboxFrame *frame, gpointer user_data);

void windowbox_player_set_frame_func(WindowboxPlayer *self, WindowboxFrameFunc func, gpointer user_data, GDestroyNotify destroy);

G_END_DECLS

#endif
