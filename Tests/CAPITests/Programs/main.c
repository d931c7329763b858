// SPDX-License-Identifier: Apache-2.0

// Uses the library as programs in C do. Each test can be run alone: -p /errors/missing-file

#include "support.h"

#include <malloc.h>

static void
frame_shown(WindowboxPlayer *player, WindowboxFrame *frame, gpointer data)
{
    Record *record = data;
    double time = windowbox_frame_get_time(frame);
    if (record->frames == 0) record->first = time;
    else if (time <= record->last) record->is_in_order = FALSE;
    record->last = time;
    record->frames++;
}

static void
state_changed(WindowboxPlayer *player, WindowboxState state, Record *record)
{
    g_assert_cmpint(state, ==, windowbox_player_get_state(player));
    record->states[state]++;
}

static void
failed(WindowboxPlayer *player, GError *error, Record *record)
{
    g_clear_error(&record->error);
    record->error = g_error_copy(error);
}

static void count(WindowboxPlayer *player, int *counter) { ++*counter; }
static void count_move(WindowboxPlayer *player, double position, int *counter) { ++*counter; }
static void count_item(WindowboxPlayer *player, GParamSpec *spec, int *counter) { ++*counter; }

Record *
record_new(const char *uri)
{
    Record *record = g_new0(Record, 1);
    record->player = windowbox_player_new_silent();
    record->is_in_order = TRUE;
    g_signal_connect(record->player, "state-changed", G_CALLBACK(state_changed), record);
    g_signal_connect(record->player, "error", G_CALLBACK(failed), record);
    g_signal_connect(record->player, "end-of-stream", G_CALLBACK(count), &record->endings);
    g_signal_connect(record->player, "about-to-finish", G_CALLBACK(count), &record->warnings);
    g_signal_connect(record->player, "media-info-changed", G_CALLBACK(count), &record->infos);
    g_signal_connect(record->player, "position-changed", G_CALLBACK(count_move), &record->moves);
    g_signal_connect(record->player, "notify::current-item", G_CALLBACK(count_item), &record->item_changes);
    windowbox_player_set_frame_func(record->player, frame_shown, record, NULL);
    if (uri != NULL) windowbox_player_set_uri(record->player, uri);
    return record;
}

void
record_free(Record *record)
{
    if (record->player != NULL) {
        windowbox_player_set_frame_func(record->player, NULL, NULL, NULL);
        g_signal_handlers_disconnect_by_data(record->player, record);
        g_clear_object(&record->player);
    }
    g_clear_error(&record->error);
    settle();
    g_free(record);
}

static void
store_result(GObject *source, GAsyncResult *result, gpointer data)
{
    *(GAsyncResult **)data = g_object_ref(result);
}

gboolean
seek(WindowboxPlayer *player, double position, GError **error)
{
    GAsyncResult *result = NULL;
    windowbox_player_seek_async(player, position, WINDOWBOX_SEEK_MODE_EXACT, NULL, store_result, &result);
    WAIT_UNTIL(result != NULL);
    gboolean is_done = windowbox_player_seek_finish(player, result, error);
    g_object_unref(result);
    return is_done;
}

int
main(int argc, char **argv)
{
    mallopt(M_ARENA_MAX, 1);
    g_test_init(&argc, &argv, NULL);
    add_playing_tests();
    add_track_tests();
    add_error_tests();
    add_lifetime_tests();
    add_widget_tests();
    return g_test_run();
}
