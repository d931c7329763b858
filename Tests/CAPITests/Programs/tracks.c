// SPDX-License-Identifier: Apache-2.0

#include "support.h"

static int
track_in(GListModel *tracks, const char *language)
{
    for (guint index = 0; index < g_list_model_get_n_items(tracks); index++) {
        g_autoptr(WindowboxTrack) track = g_list_model_get_item(tracks, index);
        if (g_strcmp0(windowbox_track_get_language(track), language) == 0) return index;
    }
    return -1;
}

static void
test_selection(void)
{
    g_autoptr(Record) record = record_new(STREAM);
    g_autoptr(GError) error = NULL;
    GListModel *audio = windowbox_player_get_audio_tracks(record->player);
    GListModel *subtitles = windowbox_player_get_subtitle_tracks(record->player);
    WAIT_UNTIL(g_list_model_get_n_items(audio) >= 2 && g_list_model_get_n_items(subtitles) >= 2);
    g_autoptr(WindowboxTrack) first = g_list_model_get_item(audio, 0);
    g_assert_cmpstr(windowbox_track_get_name(first), !=, "");

    int other = windowbox_player_get_audio_track(record->player) == 0 ? 1 : 0;
    g_assert_true(windowbox_player_select_audio_track(record->player, other, &error));
    WAIT_UNTIL(windowbox_player_get_audio_track(record->player) == other);
    g_assert_true(windowbox_player_select_subtitle_track(record->player, 1, &error));
    WAIT_UNTIL(windowbox_player_get_subtitle_track(record->player) == 1);
    g_assert_true(windowbox_player_select_subtitle_track(record->player, WINDOWBOX_TRACK_OFF, &error));
    WAIT_UNTIL(windowbox_player_get_subtitle_track(record->player) == -1);
    g_assert_no_error(error);
}

static void
test_indices(void)
{
    g_autoptr(Record) record = record_new(STREAM);
    g_autoptr(GError) error = NULL;
    // Nothing is loaded yet.
    g_assert_false(windowbox_player_select_audio_track(record->player, 0, &error));
    g_assert_error(error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_NO_SUCH_TRACK);
    WAIT_UNTIL(g_list_model_get_n_items(windowbox_player_get_audio_tracks(record->player)) > 0);
    const int indices[] = {100, G_MAXINT, G_MININT, -3, WINDOWBOX_TRACK_OFF};
    for (gsize index = 0; index < G_N_ELEMENTS(indices); index++) {
        g_clear_error(&error);
        g_assert_false(windowbox_player_select_audio_track(record->player, indices[index], &error));
        g_assert_error(error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_NO_SUCH_TRACK);
    }
    g_assert_nonnull(strstr(error->message, "media-info-changed"));
    g_assert_false(windowbox_player_select_subtitle_track(record->player, 1000, NULL));
    g_assert_true(windowbox_player_select_audio_track(record->player, WINDOWBOX_TRACK_AUTOMATIC, NULL));
}

static void
test_captions(void)
{
    g_autoptr(Record) record = record_new(FILM);
    GListModel *subtitles = windowbox_player_get_subtitle_tracks(record->player);
    WAIT_UNTIL(track_in(subtitles, "de") >= 0 && windowbox_player_get_state(record->player) == WINDOWBOX_STATE_PAUSED);
    // A file with one audio track says so.
    g_assert_cmpuint(g_list_model_get_n_items(windowbox_player_get_audio_tracks(record->player)), ==, 1);
    g_assert_cmpint(windowbox_player_get_audio_track(record->player), ==, 0);
    g_assert_true(windowbox_player_select_subtitle_track(record->player, track_in(subtitles, "de"), NULL));
    g_assert_true(seek(record->player, 2.25, NULL));
    WAIT_UNTIL(g_strcmp0(windowbox_player_get_captions(record->player), "Sekunde 2") == 0);
    g_assert_true(seek(record->player, 2.75, NULL));
    WAIT_UNTIL(windowbox_player_get_captions(record->player) == NULL);

    const char *const languages[] = {"fr", "de", NULL};
    windowbox_player_set_subtitle_languages(record->player, languages);
    windowbox_player_set_audio_languages(record->player, NULL);
}

void
add_track_tests(void)
{
    g_test_add_func("/tracks/selection", test_selection);
    g_test_add_func("/tracks/indices", test_indices);
    g_test_add_func("/tracks/captions", test_captions);
}
