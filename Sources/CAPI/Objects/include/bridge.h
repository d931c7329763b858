// SPDX-License-Identifier: Apache-2.0

// The border between the GObjects in C and the player in Swift. Not installed: programs use windowbox/windowbox.h.
//
// C calls Swift through the functions in WbBridge, Swift calls C through the functions at the end. All of this happens on the main
// thread, except where noted. Objects of the other side are numbers here, so that Swift may pass them between its tasks.

#ifndef WINDOWBOX_BRIDGE_H
#define WINDOWBOX_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

/// An object of Swift; 0 is none. Its owner releases it.
typedef uintptr_t WbHandle;
/// A weak reference to a WindowboxPlayer, owned by the Swift object that it was given to.
typedef uintptr_t WbLink;
/// Identifies a WindowboxItem; never used as a pointer by Swift.
typedef uintptr_t WbItem;

/// The values of WindowboxState.
enum { WB_STATE_IDLE, WB_STATE_PAUSED, WB_STATE_PLAYING, WB_STATE_ENDED, WB_STATE_FAILED };

/// What changes while a player plays. Seconds, -1 if unknown.
typedef struct WbSnapshot {
    int32_t state;
    bool is_buffering;
    bool is_seeking;
    bool has_video;
    bool is_live;
    bool is_muted;
    bool loops;
    double volume;
    double rate;
    double duration;
    double seekable_start;
    double seekable_end;
    double buffered_start;
    double buffered_end;
    int32_t width;
    int32_t height;
    int32_t audio_track;
    int32_t subtitle_track;
    WbItem item;
} WbSnapshot;

/// A decoded frame. The planes belong to the frame.
typedef struct WbFrameInfo {
    double time;
    double duration;
    int32_t width;
    int32_t height;
    int32_t display_width;
    int32_t display_height;
    int32_t rotation;
    int32_t plane_count;
    const uint8_t *planes[4];
    int64_t strides[4];
    int64_t lengths[4];
} WbFrameInfo;

/// Strings that Swift returns are freed by C.
typedef struct WbBridge {
    WbHandle (*player_new)(WbLink link, bool is_silent, bool allows_plain_http);
    /// Gives back any object of Swift, on any thread.
    void (*release)(WbHandle object);

    bool (*item_append)(WbHandle player, WbItem item, const char *uri, const char *title, double start, const char *const *headers);
    void (*item_remove)(WbHandle player, WbItem item);
    /// Item 0 unloads the current one.
    void (*item_choose)(WbHandle player, WbItem item);
    void (*item_go)(WbHandle player, int step);

    void (*play)(WbHandle player);
    void (*pause)(WbHandle player);
    /// Calls wb_seek_done with the task, unless that is 0.
    void (*seek)(WbHandle player, double position, bool is_exact, uintptr_t task);
    void (*seek_to_live)(WbHandle player);
    void (*step)(WbHandle player, int count);
    void (*set_rate)(WbHandle player, double rate);
    void (*set_volume)(WbHandle player, double volume);
    void (*set_muted)(WbHandle player, bool is_muted);
    void (*set_loops)(WbHandle player, bool loops);
    /// Track -1 is off, -2 automatic.
    void (*select)(WbHandle player, bool is_audio, int track);
    void (*set_languages)(WbHandle player, bool is_audio, const char *const *languages);

    /// Seconds; -1 if unknown.
    double (*position)(WbHandle player);
    /// Seconds since 1970; 0 if the stream has no dates.
    double (*date)(WbHandle player);

    void (*watch_frames)(WbHandle player, bool is_watched);
    /// Pixels in rows without padding. Returns a buffer that free() frees; on failure null and the message. On any thread.
    uint8_t *(*frame_pixels)(WbHandle frame, int layout, int width, int height, int64_t *length, char **message);
    /// The same, but as a PNG file.
    uint8_t *(*frame_png)(WbHandle frame, int64_t *length, char **message);

    /// A GtkWidget with a full reference.
    uintptr_t (*view_new)(WbHandle player, bool has_controls);
} WbBridge;

/// The kinds of text that wb_player_text passes.
enum { WB_TEXT_TITLE, WB_TEXT_CAPTIONS };

// What C implements.

/// Encloses changes of one moment: signals follow at the end. Nothing happens if the player is gone.
void wb_player_begin(WbLink link);
void wb_player_end(WbLink link);
void wb_player_state(WbLink link, const WbSnapshot *snapshot);
void wb_player_text(WbLink link, int kind, const char *text);
/// The code is a name of PlayerError.Code; null if there is no error.
void wb_player_error(WbLink link, const char *code, const char *message);
/// Replaces the list of tracks, one call each.
void wb_player_clear_tracks(WbLink link, bool is_audio);
void wb_player_add_track(WbLink link, bool is_audio, const char *name, const char *language, bool is_default, bool describes);

void wb_player_moved(WbLink link, double position);
void wb_player_nearly_done(WbLink link);
/// Takes over a reference to the frame.
void wb_player_frame(WbLink link, WbHandle frame, const WbFrameInfo *info, const char *format);

/// Result 0 is done, 1 refused, 2 superseded.
void wb_seek_done(uintptr_t task, int result);
void wb_link_free(WbLink link);

#endif
