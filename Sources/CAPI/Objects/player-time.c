// SPDX-License-Identifier: Apache-2.0

#include "private.h"

#include <math.h>

/**
 * windowbox_player_get_position: (get-property position)
 * @self: a player
 *
 * Returns: seconds on the item's timeline; during a seek its target; -1 if unknown
 */
double
windowbox_player_get_position(WindowboxPlayer *self)
{
    WB_REQUIRE_VALUE(self, -1);
    return wb_bridge()->position(self->handle);
}

/**
 * windowbox_player_get_duration: (get-property duration)
 * @self: a player
 *
 * Returns: seconds; -1 while unknown and for live streams
 */
double
windowbox_player_get_duration(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), -1);
    return self->now.duration;
}

/**
 * windowbox_player_seek:
 * @self: a player
 * @position: seconds on the item's timeline
 *
 * Seeks to the exact frame, without telling when it is there: see windowbox_player_seek_async().
 */
void
windowbox_player_seek(WindowboxPlayer *self, double position)
{
    WB_REQUIRE(self);
    g_return_if_fail(isfinite(position));
    wb_bridge()->seek(self->handle, position, true, 0);
}

/**
 * windowbox_player_seek_async:
 * @self: a player
 * @position: seconds on the item's timeline; positions outside of the seekable range are moved into it
 * @mode: how exact it is
 * @cancellable: (nullable): ends the wait, not the seek
 * @callback: (scope async) (closure user_data): called when the frame is shown, or the seek failed
 * @user_data: passed to @callback
 *
 * Seeks. A later seek takes over from one that isn't done.
 */
void
windowbox_player_seek_async(
    WindowboxPlayer *self, double position, WindowboxSeekMode mode, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data)
{
    g_return_if_fail(WINDOWBOX_IS_PLAYER(self));
    g_return_if_fail(cancellable == NULL || G_IS_CANCELLABLE(cancellable));
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, windowbox_player_seek_async);
    if (!wb_player_is_usable(self, G_STRFUNC)) {
        g_task_return_new_error(
            task, WINDOWBOX_ERROR, WINDOWBOX_ERROR_WRONG_THREAD,
            "The player can only be used on the program's main thread. Call it through g_main_context_invoke (NULL, …).");
        g_object_unref(task);
    } else if (!isfinite(position)) {
        g_task_return_new_error(
            task, WINDOWBOX_ERROR, WINDOWBOX_ERROR_SEEK_REFUSED,
            "The position of the seek isn't a number. Pass seconds on the item's timeline.");
        g_object_unref(task);
    } else {
        wb_bridge()->seek(self->handle, position, mode == WINDOWBOX_SEEK_MODE_EXACT, (uintptr_t)task);
    }
}

/**
 * windowbox_player_seek_finish:
 * @self: a player
 * @result: what the callback received
 * @error: return location for an error
 *
 * Returns: %TRUE if the position is shown
 */
gboolean
windowbox_player_seek_finish(WindowboxPlayer *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}

void
wb_seek_done(uintptr_t reference, int result)
{
    g_autoptr(GTask) task = G_TASK((gpointer)reference);
    switch (result) {
    case 0: g_task_return_boolean(task, TRUE); break;
    case 1:
        g_task_return_new_error(
            task, WINDOWBOX_ERROR, WINDOWBOX_ERROR_SEEK_REFUSED,
            "The current item can't be sought: it isn't loaded yet, has failed, or is a live stream without a window. "
            "Ask windowbox_player_get_seekable_range() first.");
        break;
    default:
        g_task_return_new_error(
            task, WINDOWBOX_ERROR, WINDOWBOX_ERROR_SEEK_SUPERSEDED,
            "A later seek, another item or the end of the player took over before this seek was done.");
    }
}

/**
 * windowbox_player_is_seeking: (get-property seeking)
 * @self: a player
 *
 * Returns: whether a seek is in progress
 */
gboolean
windowbox_player_is_seeking(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return self->now.is_seeking;
}

static gboolean
get_range(double from, double to, double *start, double *end)
{
    gboolean is_known = to > from;
    if (start != NULL) *start = is_known ? from : -1;
    if (end != NULL) *end = is_known ? to : -1;
    return is_known;
}

/**
 * windowbox_player_get_seekable_range:
 * @self: a player
 * @start: (out) (optional): the first position, in seconds
 * @end: (out) (optional): the last position; the edge of a live stream
 *
 * Returns: whether the current item can be sought
 */
gboolean
windowbox_player_get_seekable_range(WindowboxPlayer *self, double *start, double *end)
{
    get_range(0, 0, start, end);
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return get_range(self->now.seekable_start, self->now.seekable_end, start, end);
}

/**
 * windowbox_player_get_buffered_range:
 * @self: a player
 * @start: (out) (optional): where it starts, in seconds
 * @end: (out) (optional): where it ends
 *
 * Gets the range that is loaded around the position. It is updated while the player loads and plays.
 *
 * Returns: whether anything is loaded
 */
gboolean
windowbox_player_get_buffered_range(WindowboxPlayer *self, double *start, double *end)
{
    get_range(0, 0, start, end);
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return get_range(self->now.buffered_start, self->now.buffered_end, start, end);
}

/**
 * windowbox_player_step:
 * @self: a player
 * @frames: how many frames to go forwards, or backwards if negative
 *
 * Pauses, and shows another frame of the current item.
 */
void
windowbox_player_step(WindowboxPlayer *self, int frames)
{
    WB_REQUIRE(self);
    wb_bridge()->step(self->handle, frames);
}

// MARK: Live streams

/**
 * windowbox_player_is_live: (get-property live)
 * @self: a player
 *
 * Returns: whether the current item is a live stream
 */
gboolean
windowbox_player_is_live(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return self->now.is_live;
}

/**
 * windowbox_player_get_live_offset:
 * @self: a player
 *
 * Returns: seconds behind the edge of a live stream with a window; -1 otherwise
 */
double
windowbox_player_get_live_offset(WindowboxPlayer *self)
{
    WB_REQUIRE_VALUE(self, -1);
    if (!self->now.is_live || self->now.seekable_end <= self->now.seekable_start) return -1;
    double position = wb_bridge()->position(self->handle);
    return position < 0 ? -1 : MAX(self->now.seekable_end - position, 0);
}

/**
 * windowbox_player_seek_to_live:
 * @self: a player
 *
 * Goes to the edge of a live stream with a window. Does nothing for other items.
 */
void
windowbox_player_seek_to_live(WindowboxPlayer *self)
{
    WB_REQUIRE(self);
    if (self->now.is_live) wb_bridge()->seek_to_live(self->handle);
}

/**
 * windowbox_player_get_date:
 * @self: a player
 *
 * Returns: (transfer full) (nullable): when the position was broadcast, in UTC; %NULL if the stream has no dates
 */
GDateTime *
windowbox_player_get_date(WindowboxPlayer *self)
{
    WB_REQUIRE_VALUE(self, NULL);
    double date = wb_bridge()->date(self->handle);
    if (!isfinite(date) || date <= 0 || date > 1e11) return NULL;
    g_autoptr(GDateTime) second = g_date_time_new_from_unix_utc((gint64)date);
    return g_date_time_add(second, (GTimeSpan)((date - floor(date)) * G_TIME_SPAN_SECOND));
}

// MARK: Media

/**
 * windowbox_player_get_title: (get-property title)
 * @self: a player
 *
 * Returns: (transfer none) (nullable): the current item's title
 */
const char *
windowbox_player_get_title(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return self->title;
}

/**
 * windowbox_player_has_video: (get-property has-video)
 * @self: a player
 *
 * Returns: whether the current item has video
 */
gboolean
windowbox_player_has_video(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return self->now.has_video;
}

/**
 * windowbox_player_get_video_size:
 * @self: a player
 * @width: (out) (optional): pixels
 * @height: (out) (optional): pixels
 *
 * Gets the size of the video on screen, in the quality that plays.
 *
 * Returns: whether it is known
 */
gboolean
windowbox_player_get_video_size(WindowboxPlayer *self, int *width, int *height)
{
    if (width != NULL) *width = 0;
    if (height != NULL) *height = 0;
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    if (width != NULL) *width = self->now.width;
    if (height != NULL) *height = self->now.height;
    return self->now.width > 0 && self->now.height > 0;
}

/**
 * windowbox_player_get_captions: (get-property captions)
 * @self: a player
 *
 * Returns: (transfer none) (nullable): the text of the captions that are to be seen now
 */
const char *
windowbox_player_get_captions(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return self->captions;
}

// MARK: Frames

void
wb_player_drop_frame_func(WindowboxPlayer *self)
{
    GDestroyNotify destroy = g_steal_pointer(&self->frame_destroy);
    gpointer data = g_steal_pointer(&self->frame_data);
    self->frame_func = NULL;
    if (destroy != NULL) destroy(data);
}

/**
 * windowbox_player_set_frame_func:
 * @self: a player
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): receives each frame; %NULL for no more frames
 * @user_data: passed to @func
 * @destroy: (nullable): frees @user_data
 *
 * Passes on the frames when they are to be seen, besides widgets that show them. A function that takes longer than a frame lasts misses
 * frames: up to eight wait for it, and the oldest is left out.
 */
void
windowbox_player_set_frame_func(WindowboxPlayer *self, WindowboxFrameFunc func, gpointer user_data, GDestroyNotify destroy)
{
    g_return_if_fail(WINDOWBOX_IS_PLAYER(self));
    if (!wb_player_is_usable(self, G_STRFUNC)) {
        if (destroy != NULL) destroy(user_data);
        return;
    }
    wb_player_drop_frame_func(self);
    self->frame_func = func;
    self->frame_data = user_data;
    self->frame_destroy = destroy;
    wb_bridge()->watch_frames(self->handle, func != NULL);
}
