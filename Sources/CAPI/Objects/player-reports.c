// SPDX-License-Identifier: Apache-2.0

// What Swift reports. Handlers of signals may do anything, such as giving back the player: it is held while they run.

#include "private.h"

G_STATIC_ASSERT((int)WB_STATE_IDLE == (int)WINDOWBOX_STATE_IDLE && (int)WB_STATE_FAILED == (int)WINDOWBOX_STATE_FAILED);

typedef struct {
    GWeakRef player;
} Link;

WbLink
wb_link_new(WindowboxPlayer *player)
{
    Link *link = g_new0(Link, 1);
    g_weak_ref_init(&link->player, player);
    return (WbLink)link;
}

void
wb_link_free(WbLink reference)
{
    Link *link = (Link *)reference;
    g_weak_ref_clear(&link->player);
    g_free(link);
}

static WindowboxPlayer *
hold(WbLink reference)
{
    Link *link = (Link *)reference;
    return g_weak_ref_get(&link->player);
}

static void
notify(WindowboxPlayer *self, guint property)
{
    g_object_notify_by_pspec(G_OBJECT(self), wb_player_properties[property]);
}

void
wb_player_begin(WbLink link)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    self->changes = 0;
    g_object_freeze_notify(G_OBJECT(self));
}

void
wb_player_end(WbLink link)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    WbChanges changes = self->changes;
    g_object_thaw_notify(G_OBJECT(self));
    // A handler may have caused the next change.
    WindowboxState state = self->now.state;
    g_autoptr(GError) error = self->error != NULL ? g_error_copy(self->error) : NULL;
    if (changes & WB_CHANGED_MEDIA) g_signal_emit(self, wb_player_signals[WB_SIGNAL_MEDIA_INFO_CHANGED], 0);
    if (changes & WB_CHANGED_STATE) g_signal_emit(self, wb_player_signals[WB_SIGNAL_STATE_CHANGED], 0, state);
    if (changes & WB_CHANGED_ERROR && error != NULL) g_signal_emit(self, wb_player_signals[WB_SIGNAL_ERROR], 0, error);
    if (changes & WB_CHANGED_STATE && state == WINDOWBOX_STATE_ENDED) {
        g_signal_emit(self, wb_player_signals[WB_SIGNAL_END_OF_STREAM], 0);
    }
}

void
wb_player_set_current(WindowboxPlayer *self, WindowboxItem *item)
{
    if (!g_set_object(&self->current, item)) return;
    notify(self, WB_PROP_CURRENT_ITEM);
    notify(self, WB_PROP_URI);
}

static WindowboxItem *
item_of(WindowboxPlayer *self, WbItem wanted)
{
    guint count = g_list_model_get_n_items(G_LIST_MODEL(self->items));
    for (guint index = 0; index < count; index++) {
        g_autoptr(WindowboxItem) item = g_list_model_get_item(G_LIST_MODEL(self->items), index);
        // The list still holds it.
        if ((WbItem)item == wanted) return item;
    }
    return NULL;
}

void
wb_player_state(WbLink link, const WbSnapshot *snapshot)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    WbSnapshot before = self->now;
    self->now = *snapshot;
    wb_player_set_current(self, item_of(self, snapshot->item));

#define COMPARE(field, property, change)             \
    if (before.field != snapshot->field) {           \
        self->changes |= change;                     \
        notify(self, property);                      \
    }
    COMPARE(state, WB_PROP_STATE, WB_CHANGED_STATE)
    COMPARE(is_buffering, WB_PROP_BUFFERING, 0)
    COMPARE(is_seeking, WB_PROP_SEEKING, 0)
    COMPARE(is_muted, WB_PROP_MUTED, 0)
    COMPARE(loops, WB_PROP_LOOP, 0)
    COMPARE(volume, WB_PROP_VOLUME, 0)
    COMPARE(rate, WB_PROP_RATE, 0)
    COMPARE(duration, WB_PROP_DURATION, WB_CHANGED_MEDIA)
    COMPARE(has_video, WB_PROP_HAS_VIDEO, WB_CHANGED_MEDIA)
    COMPARE(is_live, WB_PROP_LIVE, WB_CHANGED_MEDIA)
    COMPARE(audio_track, WB_PROP_AUDIO_TRACK, WB_CHANGED_MEDIA)
    COMPARE(subtitle_track, WB_PROP_SUBTITLE_TRACK, WB_CHANGED_MEDIA)
#undef COMPARE
    if (before.width != snapshot->width || before.height != snapshot->height) self->changes |= WB_CHANGED_MEDIA;
}

void
wb_player_text(WbLink link, int kind, const char *text)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    char **place = kind == WB_TEXT_TITLE ? &self->title : &self->captions;
    if (g_strcmp0(*place, text) == 0) return;
    g_free(*place);
    *place = g_strdup(text);
    notify(self, kind == WB_TEXT_TITLE ? WB_PROP_TITLE : WB_PROP_CAPTIONS);
    if (kind == WB_TEXT_TITLE) self->changes |= WB_CHANGED_MEDIA;
}

// The names of PlayerError.Code. Any other is WINDOWBOX_ERROR_FAILED.
static const struct {
    const char *name;
    WindowboxError code;
} codes[] = {
    {"notFound", WINDOWBOX_ERROR_NOT_FOUND},   {"forbidden", WINDOWBOX_ERROR_FORBIDDEN},
    {"refused", WINDOWBOX_ERROR_REFUSED},      {"invalidAddress", WINDOWBOX_ERROR_INVALID_ADDRESS},
    {"network", WINDOWBOX_ERROR_NETWORK},      {"constrainedNetwork", WINDOWBOX_ERROR_NETWORK},
    {"malformed", WINDOWBOX_ERROR_MALFORMED},  {"unsupported", WINDOWBOX_ERROR_UNSUPPORTED},
    {"key", WINDOWBOX_ERROR_KEY},              {"unavailable", WINDOWBOX_ERROR_UNAVAILABLE},
    {"noContent", WINDOWBOX_ERROR_UNAVAILABLE}, {"stuck", WINDOWBOX_ERROR_STUCK},
    {"untrusted", WINDOWBOX_ERROR_UNTRUSTED},
};

static WindowboxError
code_of(const char *name)
{
    for (gsize index = 0; index < G_N_ELEMENTS(codes); index++) {
        if (g_str_equal(codes[index].name, name)) return codes[index].code;
    }
    return WINDOWBOX_ERROR_FAILED;
}

void
wb_player_error(WbLink link, const char *code, const char *message)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    g_clear_error(&self->error);
    if (code != NULL) {
        self->error = g_error_new_literal(WINDOWBOX_ERROR, code_of(code), message != NULL ? message : code);
        self->changes |= WB_CHANGED_ERROR;
    }
    notify(self, WB_PROP_ERROR);
}

void
wb_player_clear_tracks(WbLink link, bool is_audio)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    g_list_store_remove_all(is_audio ? self->audio_tracks : self->subtitle_tracks);
    self->changes |= WB_CHANGED_MEDIA;
}

void
wb_player_add_track(WbLink link, bool is_audio, const char *name, const char *language, bool is_default, bool describes)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL) return;
    g_autoptr(WindowboxTrack) track = wb_track_new(name, language, is_default, describes);
    g_list_store_append(is_audio ? self->audio_tracks : self->subtitle_tracks, track);
    self->changes |= WB_CHANGED_MEDIA;
}

void
wb_player_moved(WbLink link, double position)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self == NULL || self->position == position) return;
    self->position = position;
    notify(self, WB_PROP_POSITION);
    g_signal_emit(self, wb_player_signals[WB_SIGNAL_POSITION_CHANGED], 0, position);
}

void
wb_player_nearly_done(WbLink link)
{
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self != NULL) g_signal_emit(self, wb_player_signals[WB_SIGNAL_ABOUT_TO_FINISH], 0);
}

void
wb_player_frame(WbLink link, WbHandle handle, const WbFrameInfo *info, const char *format)
{
    g_autoptr(WindowboxFrame) frame = wb_frame_new(handle, info, format);
    g_autoptr(WindowboxPlayer) self = hold(link);
    if (self != NULL && self->frame_func != NULL) self->frame_func(self, frame, self->frame_data);
}
