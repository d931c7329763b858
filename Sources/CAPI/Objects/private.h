// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_PRIVATE_H
#define WINDOWBOX_PRIVATE_H

#include <windowbox/windowbox.h>
#include "bridge.h"

/// The functions of Swift. The first call starts serving Swift's main queue from the default main context.
const WbBridge *wb_bridge(void);

/// Whether this is the program's main thread; otherwise logs which function was called elsewhere.
gboolean wb_on_main_thread(const char *function);

/// What fails for a reason that Swift states in a message that free() frees.
void wb_take_message(GError **error, int code, char *message);

struct _WindowboxItem {
    GObject parent;
    char *uri;
    char *title;
    double start_position;
    /// Names and values in turn.
    GPtrArray *headers;
};

WindowboxTrack *wb_track_new(const char *name, const char *language, gboolean is_default, gboolean describes);
WindowboxFrame *wb_frame_new(WbHandle handle, const WbFrameInfo *info, const char *format);

/// What changed since wb_player_begin.
typedef enum {
    WB_CHANGED_STATE = 1 << 0,
    WB_CHANGED_MEDIA = 1 << 1,
    WB_CHANGED_ERROR = 1 << 2,
} WbChanges;

struct _WindowboxPlayer {
    GObject parent;
    /// 0 if it was created on a wrong thread or is disposed of.
    WbHandle handle;
    gboolean is_silent;
    gboolean allows_plain_http;
    WbSnapshot now;
    WbChanges changes;
    double position;
    char *title;
    char *captions;
    GError *error;
    WindowboxItem *current;
    GListStore *items;
    GListStore *audio_tracks;
    GListStore *subtitle_tracks;
    WindowboxFrameFunc frame_func;
    gpointer frame_data;
    GDestroyNotify frame_destroy;
};

/// Properties of a player, and its signals.
enum {
    WB_PROP_NONE,
    WB_PROP_URI,
    WB_PROP_ITEMS,
    WB_PROP_CURRENT_ITEM,
    WB_PROP_STATE,
    WB_PROP_BUFFERING,
    WB_PROP_SEEKING,
    WB_PROP_ERROR,
    WB_PROP_POSITION,
    WB_PROP_DURATION,
    WB_PROP_RATE,
    WB_PROP_VOLUME,
    WB_PROP_MUTED,
    WB_PROP_LOOP,
    WB_PROP_TITLE,
    WB_PROP_CAPTIONS,
    WB_PROP_HAS_VIDEO,
    WB_PROP_LIVE,
    WB_PROP_AUDIO_TRACKS,
    WB_PROP_SUBTITLE_TRACKS,
    WB_PROP_AUDIO_TRACK,
    WB_PROP_SUBTITLE_TRACK,
    WB_PROP_SILENT,
    WB_PROP_ALLOW_PLAIN_HTTP,
    WB_PROP_COUNT
};
extern GParamSpec *wb_player_properties[WB_PROP_COUNT];

enum {
    WB_SIGNAL_STATE_CHANGED,
    WB_SIGNAL_POSITION_CHANGED,
    WB_SIGNAL_MEDIA_INFO_CHANGED,
    WB_SIGNAL_ERROR,
    WB_SIGNAL_END_OF_STREAM,
    WB_SIGNAL_ABOUT_TO_FINISH,
    WB_SIGNAL_COUNT
};
extern guint wb_player_signals[WB_SIGNAL_COUNT];

void wb_player_class_install(GObjectClass *type);
/// Whether a call may go on to Swift.
gboolean wb_player_is_usable(WindowboxPlayer *self, const char *function);
WbLink wb_link_new(WindowboxPlayer *player);
void wb_player_set_current(WindowboxPlayer *self, WindowboxItem *item);
void wb_player_drop_frame_func(WindowboxPlayer *self);

/// Returns from the calling function if the player can't be used.
#define WB_REQUIRE(self)                                                   \
    do {                                                                   \
        g_return_if_fail(WINDOWBOX_IS_PLAYER(self));                       \
        if (!wb_player_is_usable(self, G_STRFUNC)) return;                 \
    } while (0)
#define WB_REQUIRE_VALUE(self, value)                                      \
    do {                                                                   \
        g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), value);            \
        if (!wb_player_is_usable(self, G_STRFUNC)) return value;           \
    } while (0)

#endif
