// SPDX-License-Identifier: Apache-2.0

#include "private.h"

#include <math.h>

// Values are known at once, not only when the player reports them.
#define CHANGE(self, field, value, property)                                                    \
    do {                                                                                        \
        if ((self)->now.field != (value)) {                                                     \
            (self)->now.field = (value);                                                        \
            g_object_notify_by_pspec(G_OBJECT(self), wb_player_properties[property]);           \
        }                                                                                       \
    } while (0)

/**
 * windowbox_player_get_rate: (get-property rate)
 * @self: a player
 *
 * Returns: the wanted speed
 */
double
windowbox_player_get_rate(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), 1);
    return self->now.rate;
}

/**
 * windowbox_player_set_rate: (set-property rate)
 * @self: a player
 * @rate: the wanted speed: 0.1 to 4, or -16 to -0.1 to play backwards
 *
 * Sets the speed without starting playback. Audio keeps its pitch. Where the media doesn't support the speed, such as at the edge of a live
 * stream, the nearest one is used.
 */
void
windowbox_player_set_rate(WindowboxPlayer *self, double rate)
{
    WB_REQUIRE(self);
    g_return_if_fail(isfinite(rate) && rate != 0);
    rate = CLAMP(rate, -16, 16);
    wb_bridge()->set_rate(self->handle, rate);
    CHANGE(self, rate, rate, WB_PROP_RATE);
}

/**
 * windowbox_player_get_volume: (get-property volume)
 * @self: a player
 *
 * Returns: the volume, 0 to 2
 */
double
windowbox_player_get_volume(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), 0);
    return self->now.volume;
}

/**
 * windowbox_player_set_volume: (set-property volume)
 * @self: a player
 * @volume: 0 to 2; other values are clamped
 */
void
windowbox_player_set_volume(WindowboxPlayer *self, double volume)
{
    WB_REQUIRE(self);
    g_return_if_fail(isfinite(volume));
    volume = CLAMP(volume, 0, 2);
    wb_bridge()->set_volume(self->handle, volume);
    CHANGE(self, volume, volume, WB_PROP_VOLUME);
}

/**
 * windowbox_player_get_muted: (get-property muted)
 * @self: a player
 *
 * Returns: whether audio is muted
 */
gboolean
windowbox_player_get_muted(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return self->now.is_muted;
}

/**
 * windowbox_player_set_muted: (set-property muted)
 * @self: a player
 * @muted: whether to mute audio
 */
void
windowbox_player_set_muted(WindowboxPlayer *self, gboolean muted)
{
    WB_REQUIRE(self);
    wb_bridge()->set_muted(self->handle, muted != FALSE);
    CHANGE(self, is_muted, muted != FALSE, WB_PROP_MUTED);
}

/**
 * windowbox_player_get_loop: (get-property loop)
 * @self: a player
 *
 * Returns: whether the list starts over after its last item
 */
gboolean
windowbox_player_get_loop(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return self->now.loops;
}

/**
 * windowbox_player_set_loop: (set-property loop)
 * @self: a player
 * @loop: whether the list starts over after its last item
 */
void
windowbox_player_set_loop(WindowboxPlayer *self, gboolean loop)
{
    WB_REQUIRE(self);
    wb_bridge()->set_loops(self->handle, loop != FALSE);
    CHANGE(self, loops, loop != FALSE, WB_PROP_LOOP);
}

// MARK: Tracks

/**
 * windowbox_player_get_audio_tracks: (get-property audio-tracks)
 * @self: a player
 *
 * Returns: (transfer none): a list of #WindowboxTrack that follows the current item
 */
GListModel *
windowbox_player_get_audio_tracks(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return G_LIST_MODEL(self->audio_tracks);
}

/**
 * windowbox_player_get_subtitle_tracks: (get-property subtitle-tracks)
 * @self: a player
 *
 * Returns: (transfer none): a list of #WindowboxTrack that follows the current item
 */
GListModel *
windowbox_player_get_subtitle_tracks(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return G_LIST_MODEL(self->subtitle_tracks);
}

/**
 * windowbox_player_get_audio_track: (get-property audio-track)
 * @self: a player
 *
 * Returns: the index of the audio track that is heard; -1 if there is none
 */
int
windowbox_player_get_audio_track(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), -1);
    return self->now.audio_track;
}

/**
 * windowbox_player_get_subtitle_track: (get-property subtitle-track)
 * @self: a player
 *
 * Returns: the index of the subtitle track that is shown; -1 if there is none
 */
int
windowbox_player_get_subtitle_track(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), -1);
    return self->now.subtitle_track;
}

static gboolean
select_track(WindowboxPlayer *self, gboolean is_audio, int track, GError **error)
{
    int count = g_list_model_get_n_items(G_LIST_MODEL(is_audio ? self->audio_tracks : self->subtitle_tracks));
    gboolean is_choice = track == WINDOWBOX_TRACK_AUTOMATIC || (track == WINDOWBOX_TRACK_OFF && !is_audio);
    if (!is_choice && (track < 0 || track >= count)) {
        g_set_error(
            error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_NO_SUCH_TRACK,
            "There is no %s track %d: the current item has %d, counted from 0. Choose one of the list of tracks, or wait for "
            "media-info-changed.",
            is_audio ? "audio" : "subtitle", track, count);
        return FALSE;
    }
    wb_bridge()->select(self->handle, is_audio, track);
    return TRUE;
}

/**
 * windowbox_player_select_audio_track:
 * @self: a player
 * @track: an index in windowbox_player_get_audio_tracks(), or %WINDOWBOX_TRACK_AUTOMATIC
 * @error: return location for an error
 *
 * Selects what is heard. Later items use the same language if they have it.
 *
 * Returns: %FALSE if there is no such track
 */
gboolean
windowbox_player_select_audio_track(WindowboxPlayer *self, int track, GError **error)
{
    WB_REQUIRE_VALUE(self, FALSE);
    g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
    return select_track(self, TRUE, track, error);
}

/**
 * windowbox_player_select_subtitle_track:
 * @self: a player
 * @track: an index in windowbox_player_get_subtitle_tracks(), %WINDOWBOX_TRACK_OFF or %WINDOWBOX_TRACK_AUTOMATIC
 * @error: return location for an error
 *
 * Selects what is shown. Later items use the same language if they have it.
 *
 * Returns: %FALSE if there is no such track
 */
gboolean
windowbox_player_select_subtitle_track(WindowboxPlayer *self, int track, GError **error)
{
    WB_REQUIRE_VALUE(self, FALSE);
    g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
    return select_track(self, FALSE, track, error);
}

static const char *const no_languages[] = {NULL};

/**
 * windowbox_player_set_audio_languages:
 * @self: a player
 * @languages: (array zero-terminated=1) (nullable): BCP 47 tags, in order of preference
 *
 * Prefers languages for this and later items, until a track is selected. %NULL and an empty list use those of the environment.
 */
void
windowbox_player_set_audio_languages(WindowboxPlayer *self, const char *const *languages)
{
    WB_REQUIRE(self);
    wb_bridge()->set_languages(self->handle, true, languages != NULL ? languages : no_languages);
}

/**
 * windowbox_player_set_subtitle_languages:
 * @self: a player
 * @languages: (array zero-terminated=1) (nullable): BCP 47 tags, in order of preference
 *
 * Prefers languages for this and later items, until a track is selected. %NULL and an empty list show subtitles that suit the audio and the
 * user.
 */
void
windowbox_player_set_subtitle_languages(WindowboxPlayer *self, const char *const *languages)
{
    WB_REQUIRE(self);
    wb_bridge()->set_languages(self->handle, false, languages != NULL ? languages : no_languages);
}
