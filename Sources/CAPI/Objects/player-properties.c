// SPDX-License-Identifier: Apache-2.0

#include "private.h"

GParamSpec *wb_player_properties[WB_PROP_COUNT];
guint wb_player_signals[WB_SIGNAL_COUNT];

static void
get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    WindowboxPlayer *self = WINDOWBOX_PLAYER(object);
    switch (id) {
    case WB_PROP_URI: g_value_set_string(value, windowbox_player_get_uri(self)); break;
    case WB_PROP_ITEMS: g_value_set_object(value, self->items); break;
    case WB_PROP_CURRENT_ITEM: g_value_set_object(value, self->current); break;
    case WB_PROP_STATE: g_value_set_enum(value, self->now.state); break;
    case WB_PROP_BUFFERING: g_value_set_boolean(value, self->now.is_buffering); break;
    case WB_PROP_SEEKING: g_value_set_boolean(value, self->now.is_seeking); break;
    case WB_PROP_ERROR: g_value_set_boxed(value, self->error); break;
    case WB_PROP_POSITION: g_value_set_double(value, windowbox_player_get_position(self)); break;
    case WB_PROP_DURATION: g_value_set_double(value, self->now.duration); break;
    case WB_PROP_RATE: g_value_set_double(value, self->now.rate); break;
    case WB_PROP_VOLUME: g_value_set_double(value, self->now.volume); break;
    case WB_PROP_MUTED: g_value_set_boolean(value, self->now.is_muted); break;
    case WB_PROP_LOOP: g_value_set_boolean(value, self->now.loops); break;
    case WB_PROP_TITLE: g_value_set_string(value, self->title); break;
    case WB_PROP_CAPTIONS: g_value_set_string(value, self->captions); break;
    case WB_PROP_HAS_VIDEO: g_value_set_boolean(value, self->now.has_video); break;
    case WB_PROP_LIVE: g_value_set_boolean(value, self->now.is_live); break;
    case WB_PROP_AUDIO_TRACKS: g_value_set_object(value, self->audio_tracks); break;
    case WB_PROP_SUBTITLE_TRACKS: g_value_set_object(value, self->subtitle_tracks); break;
    case WB_PROP_AUDIO_TRACK: g_value_set_int(value, self->now.audio_track); break;
    case WB_PROP_SUBTITLE_TRACK: g_value_set_int(value, self->now.subtitle_track); break;
    case WB_PROP_SILENT: g_value_set_boolean(value, self->is_silent); break;
    case WB_PROP_ALLOW_PLAIN_HTTP: g_value_set_boolean(value, self->allows_plain_http); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void
set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    WindowboxPlayer *self = WINDOWBOX_PLAYER(object);
    switch (id) {
    case WB_PROP_URI: windowbox_player_set_uri(self, g_value_get_string(value)); break;
    case WB_PROP_CURRENT_ITEM: windowbox_player_set_current_item(self, g_value_get_object(value)); break;
    case WB_PROP_RATE: windowbox_player_set_rate(self, g_value_get_double(value)); break;
    case WB_PROP_VOLUME: windowbox_player_set_volume(self, g_value_get_double(value)); break;
    case WB_PROP_MUTED: windowbox_player_set_muted(self, g_value_get_boolean(value)); break;
    case WB_PROP_LOOP: windowbox_player_set_loop(self, g_value_get_boolean(value)); break;
    case WB_PROP_SILENT: self->is_silent = g_value_get_boolean(value); break;
    case WB_PROP_ALLOW_PLAIN_HTTP: self->allows_plain_http = g_value_get_boolean(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

#define READABLE (G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)
#define WRITABLE (READABLE | G_PARAM_WRITABLE)
#define AT_FIRST (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)

static void
install_items(void)
{
    /**
     * WindowboxPlayer:uri:
     *
     * The URI of the current item. Setting it replaces the list by this item; %NULL empties the list.
     */
    wb_player_properties[WB_PROP_URI] = g_param_spec_string("uri", NULL, NULL, NULL, WRITABLE);
    /**
     * WindowboxPlayer:items:
     *
     * A #GListModel of #WindowboxItem that follows the list.
     */
    wb_player_properties[WB_PROP_ITEMS] = g_param_spec_object("items", NULL, NULL, G_TYPE_LIST_MODEL, READABLE);
    /**
     * WindowboxPlayer:current-item:
     *
     * The item that plays, or is to play next.
     */
    wb_player_properties[WB_PROP_CURRENT_ITEM] = g_param_spec_object("current-item", NULL, NULL, WINDOWBOX_TYPE_ITEM, WRITABLE);
    /**
     * WindowboxPlayer:loop:
     *
     * Whether the list starts over after its last item.
     */
    wb_player_properties[WB_PROP_LOOP] = g_param_spec_boolean("loop", NULL, NULL, FALSE, WRITABLE);
    /**
     * WindowboxPlayer:silent:
     *
     * Whether no audio device is used; audio still determines the pace. For programs that only want frames.
     */
    wb_player_properties[WB_PROP_SILENT] = g_param_spec_boolean("silent", NULL, NULL, FALSE, AT_FIRST);
    /**
     * WindowboxPlayer:allow-plain-http:
     *
     * Whether `http:` is allowed for other hosts than this machine.
     */
    wb_player_properties[WB_PROP_ALLOW_PLAIN_HTTP] = g_param_spec_boolean("allow-plain-http", NULL, NULL, FALSE, AT_FIRST);
}

static void
install_playing(void)
{
    /**
     * WindowboxPlayer:state: (getter get_state)
     *
     * What the player does.
     */
    wb_player_properties[WB_PROP_STATE] =
        g_param_spec_enum("state", NULL, NULL, WINDOWBOX_TYPE_STATE, WINDOWBOX_STATE_IDLE, READABLE);
    /**
     * WindowboxPlayer:buffering: (getter is_buffering)
     *
     * Whether playback waits for data.
     */
    wb_player_properties[WB_PROP_BUFFERING] = g_param_spec_boolean("buffering", NULL, NULL, FALSE, READABLE);
    /**
     * WindowboxPlayer:seeking: (getter is_seeking)
     *
     * Whether a seek is in progress.
     */
    wb_player_properties[WB_PROP_SEEKING] = g_param_spec_boolean("seeking", NULL, NULL, FALSE, READABLE);
    /**
     * WindowboxPlayer:error: (getter get_error)
     *
     * Why the current item can't be played; %NULL if there is no error.
     */
    wb_player_properties[WB_PROP_ERROR] = g_param_spec_boxed("error", NULL, NULL, G_TYPE_ERROR, READABLE);
    /**
     * WindowboxPlayer:position: (getter get_position)
     *
     * Seconds on the item's timeline, or -1. Notified about four times a second while playing.
     */
    wb_player_properties[WB_PROP_POSITION] = g_param_spec_double("position", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, -1, READABLE);
    /**
     * WindowboxPlayer:duration: (getter get_duration)
     *
     * Seconds; -1 while unknown and for live streams.
     */
    wb_player_properties[WB_PROP_DURATION] = g_param_spec_double("duration", NULL, NULL, -1, G_MAXDOUBLE, -1, READABLE);
    /**
     * WindowboxPlayer:rate:
     *
     * The wanted speed, 1 by default; negative values play backwards. Media may limit it.
     */
    wb_player_properties[WB_PROP_RATE] = g_param_spec_double("rate", NULL, NULL, -16, 16, 1, WRITABLE);
    /**
     * WindowboxPlayer:volume:
     *
     * 0 to 2. 1 leaves the audio unchanged, more amplifies it.
     */
    wb_player_properties[WB_PROP_VOLUME] = g_param_spec_double("volume", NULL, NULL, 0, 2, 1, WRITABLE);
    /**
     * WindowboxPlayer:muted:
     *
     * Whether audio is muted. Doesn't change the volume.
     */
    wb_player_properties[WB_PROP_MUTED] = g_param_spec_boolean("muted", NULL, NULL, FALSE, WRITABLE);
}

static void
install_media(void)
{
    /**
     * WindowboxPlayer:title: (getter get_title)
     *
     * The current item's title: the one that was set, or that of the media; %NULL if there is none.
     */
    wb_player_properties[WB_PROP_TITLE] = g_param_spec_string("title", NULL, NULL, NULL, READABLE);
    /**
     * WindowboxPlayer:captions: (getter get_captions)
     *
     * The text of the captions that are to be seen now, one line each; %NULL if there are none.
     */
    wb_player_properties[WB_PROP_CAPTIONS] = g_param_spec_string("captions", NULL, NULL, NULL, READABLE);
    /**
     * WindowboxPlayer:has-video: (getter has_video)
     *
     * Whether the current item has video.
     */
    wb_player_properties[WB_PROP_HAS_VIDEO] = g_param_spec_boolean("has-video", NULL, NULL, FALSE, READABLE);
    /**
     * WindowboxPlayer:live: (getter is_live)
     *
     * Whether the current item is a live stream.
     */
    wb_player_properties[WB_PROP_LIVE] = g_param_spec_boolean("live", NULL, NULL, FALSE, READABLE);
    /**
     * WindowboxPlayer:audio-tracks:
     *
     * A #GListModel of the current item's audio tracks.
     */
    wb_player_properties[WB_PROP_AUDIO_TRACKS] = g_param_spec_object("audio-tracks", NULL, NULL, G_TYPE_LIST_MODEL, READABLE);
    /**
     * WindowboxPlayer:subtitle-tracks:
     *
     * A #GListModel of the current item's subtitle tracks.
     */
    wb_player_properties[WB_PROP_SUBTITLE_TRACKS] = g_param_spec_object("subtitle-tracks", NULL, NULL, G_TYPE_LIST_MODEL, READABLE);
    /**
     * WindowboxPlayer:audio-track: (getter get_audio_track)
     *
     * The index of the audio track that is heard; -1 if there is none.
     */
    wb_player_properties[WB_PROP_AUDIO_TRACK] = g_param_spec_int("audio-track", NULL, NULL, -1, G_MAXINT, -1, READABLE);
    /**
     * WindowboxPlayer:subtitle-track: (getter get_subtitle_track)
     *
     * The index of the subtitle track that is shown; -1 if there is none.
     */
    wb_player_properties[WB_PROP_SUBTITLE_TRACK] = g_param_spec_int("subtitle-track", NULL, NULL, -1, G_MAXINT, -1, READABLE);
}

static guint
install_signal(const char *name, GType argument)
{
    return g_signal_new(
        name, WINDOWBOX_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, argument == G_TYPE_NONE ? 0 : 1, argument);
}

static void
install_signals(void)
{
    /**
     * WindowboxPlayer::state-changed:
     * @self: the player
     * @state: the new state
     *
     * The state has changed.
     */
    wb_player_signals[WB_SIGNAL_STATE_CHANGED] = install_signal("state-changed", WINDOWBOX_TYPE_STATE);
    /**
     * WindowboxPlayer::position-changed:
     * @self: the player
     * @position: seconds on the item's timeline
     *
     * The position has advanced: about four times a second while playing, and after each jump.
     */
    wb_player_signals[WB_SIGNAL_POSITION_CHANGED] = install_signal("position-changed", G_TYPE_DOUBLE);
    /**
     * WindowboxPlayer::media-info-changed:
     * @self: the player
     *
     * Title, duration, size, kind or tracks of the current item have changed.
     */
    wb_player_signals[WB_SIGNAL_MEDIA_INFO_CHANGED] = install_signal("media-info-changed", G_TYPE_NONE);
    /**
     * WindowboxPlayer::error:
     * @self: the player
     * @error: cause, location and remedy, in the domain %WINDOWBOX_ERROR
     *
     * The current item can't be played. windowbox_player_play() tries again.
     */
    wb_player_signals[WB_SIGNAL_ERROR] = install_signal("error", G_TYPE_ERROR);
    /**
     * WindowboxPlayer::end-of-stream:
     * @self: the player
     *
     * The last item has played to its end.
     */
    wb_player_signals[WB_SIGNAL_END_OF_STREAM] = install_signal("end-of-stream", G_TYPE_NONE);
    /**
     * WindowboxPlayer::about-to-finish:
     * @self: the player
     *
     * Five seconds of the current item are left, or less. An item that is appended now follows without a gap. Emitted once for each time
     * that the end is approached.
     */
    wb_player_signals[WB_SIGNAL_ABOUT_TO_FINISH] = install_signal("about-to-finish", G_TYPE_NONE);
}

void
wb_player_class_install(GObjectClass *type)
{
    type->get_property = get_property;
    type->set_property = set_property;
    install_items();
    install_playing();
    install_media();
    g_object_class_install_properties(type, WB_PROP_COUNT, wb_player_properties);
    install_signals();
}
