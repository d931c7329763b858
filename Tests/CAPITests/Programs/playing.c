// SPDX-License-Identifier: Apache-2.0

#include "support.h"

#include <math.h>

static void
test_whole_film(void)
{
    g_autoptr(Record) record = record_new(SHORT);
    g_assert_cmpint(windowbox_player_get_state(record->player), ==, WINDOWBOX_STATE_IDLE);
    g_assert_cmpstr(windowbox_player_get_uri(record->player), ==, SHORT);
    windowbox_player_play(record->player);
    WAIT_UNTIL(record->endings > 0);

    // A busy machine may be late for some; none comes twice, and the last one is shown.
    g_assert_cmpint(record->frames, >, 0);
    g_assert_cmpint(record->frames, <=, 30);
    g_assert_true(record->is_in_order);
    g_assert_cmpfloat_with_epsilon(record->last, 29.0 / 30, 0.001);
    g_assert_cmpint(record->states[WINDOWBOX_STATE_PLAYING], >, 0);
    g_assert_cmpint(record->states[WINDOWBOX_STATE_ENDED], ==, 1);
    g_assert_cmpint(record->endings, ==, 1);
    g_assert_cmpint(record->warnings, ==, 1);
    g_assert_cmpint(record->infos, >, 0);
    g_assert_cmpint(record->moves, >, 0);
    g_assert_null(record->error);

    g_assert_cmpfloat_with_epsilon(windowbox_player_get_duration(record->player), 1, 0.1);
    g_assert_cmpfloat_with_epsilon(windowbox_player_get_position(record->player), 1, 0.1);
    g_assert_true(windowbox_player_has_video(record->player));
    g_assert_false(windowbox_player_is_live(record->player));
    g_assert_cmpfloat(windowbox_player_get_live_offset(record->player), ==, -1);
    int width, height;
    g_assert_true(windowbox_player_get_video_size(record->player, &width, &height));
    g_assert_cmpint(width, >, height);

    // It starts over.
    windowbox_player_play(record->player);
    WAIT_UNTIL(record->endings == 2);
}

static void
keep_frame(WindowboxPlayer *player, WindowboxFrame *frame, gpointer data)
{
    WindowboxFrame **kept = data;
    if (*kept == NULL) *kept = windowbox_frame_ref(frame);
}

static void
test_frame(void)
{
    g_autoptr(Record) record = record_new(SHORT);
    WindowboxFrame *frame = NULL;
    windowbox_player_set_frame_func(record->player, keep_frame, &frame, NULL);
    windowbox_player_play(record->player);
    WAIT_UNTIL(frame != NULL);
    // It is usable without its player.
    g_signal_handlers_disconnect_by_data(record->player, record);
    g_clear_object(&record->player);
    settle();

    int width = windowbox_frame_get_width(frame), height = windowbox_frame_get_height(frame);
    g_assert_cmpint(width, >, 0);
    g_assert_cmpstr(windowbox_frame_get_format(frame), ==, "yuv420p");
    g_assert_cmpuint(windowbox_frame_get_n_planes(frame), ==, 3);
    gsize length;
    g_assert_nonnull(windowbox_frame_get_plane(frame, 1, &length));
    g_assert_cmpuint(length, ==, windowbox_frame_get_stride(frame, 1) * ((height + 1) / 2));

    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) pixels = windowbox_frame_get_pixels(frame, WINDOWBOX_PIXEL_LAYOUT_RGBA, 0, 0, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_bytes_get_size(pixels), ==, (gsize)width * height * 4);
    g_autoptr(GBytes) small = windowbox_frame_get_pixels(frame, WINDOWBOX_PIXEL_LAYOUT_RGB, 16, 9, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_bytes_get_size(small), ==, 16 * 9 * 3);
    g_autoptr(GBytes) png = windowbox_frame_get_png(frame, &error);
    g_assert_no_error(error);
    g_assert_cmpmem(g_bytes_get_data(png, NULL), 4, "\x89PNG", 4);
    g_autoptr(GdkTexture) texture = windowbox_frame_get_texture(frame, &error);
    g_assert_no_error(error);
    g_assert_cmpint(gdk_texture_get_width(texture), ==, width);

    g_assert_null(windowbox_frame_get_pixels(frame, WINDOWBOX_PIXEL_LAYOUT_RGBA, -1, 9, &error));
    g_assert_error(error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_CONVERSION);
    windowbox_frame_unref(frame);
}

static void
test_list(void)
{
    g_autoptr(Record) record = record_new(NULL);
    g_autoptr(WindowboxItem) first = windowbox_item_new(SHORT);
    g_autoptr(WindowboxItem) second = windowbox_item_new(SHORT);
    windowbox_item_set_title(second, "Second");
    g_assert_true(windowbox_player_append(record->player, first));
    g_assert_false(windowbox_player_append(record->player, first));
    g_assert_true(windowbox_player_append(record->player, second));
    g_assert_cmpuint(g_list_model_get_n_items(windowbox_player_get_items(record->player)), ==, 2);
    g_assert_true(windowbox_player_get_current_item(record->player) == first);

    windowbox_player_play(record->player);
    WAIT_UNTIL(windowbox_player_get_current_item(record->player) == second);
    WAIT_UNTIL(record->endings == 1);
    g_assert_cmpstr(windowbox_player_get_title(record->player), ==, "Second");
    g_assert_cmpint(record->warnings, ==, 2);

    windowbox_player_set_current_item(record->player, first);
    WAIT_UNTIL(record->states[WINDOWBOX_STATE_ENDED] == 2);
    windowbox_player_pause(record->player);
    windowbox_player_set_current_item(record->player, first);
    windowbox_player_next(record->player);
    WAIT_UNTIL(windowbox_player_get_current_item(record->player) == second);
    g_assert_true(windowbox_player_remove(record->player, second));
    g_assert_false(windowbox_player_remove(record->player, second));
    WAIT_UNTIL(windowbox_player_get_current_item(record->player) == first);
    windowbox_player_set_uri(record->player, NULL);
    WAIT_UNTIL(windowbox_player_get_state(record->player) == WINDOWBOX_STATE_IDLE);
    g_assert_null(windowbox_player_get_current_item(record->player));
    g_assert_cmpuint(g_list_model_get_n_items(windowbox_player_get_items(record->player)), ==, 0);
}

static void
test_start_position(void)
{
    g_autoptr(Record) record = record_new(NULL);
    g_autoptr(WindowboxItem) item = windowbox_item_new(STREAM);
    windowbox_item_set_start_position(item, 2);
    windowbox_player_append(record->player, item);
    WAIT_UNTIL(record->frames > 0);
    g_assert_cmpfloat_with_epsilon(record->first, 2, 0.04);
}

static void
test_seek(void)
{
    g_autoptr(Record) record = record_new(STREAM);
    WAIT_UNTIL(windowbox_player_get_state(record->player) == WINDOWBOX_STATE_PAUSED && record->frames > 0);
    g_autoptr(GError) error = NULL;
    g_assert_true(seek(record->player, 3, &error));
    g_assert_no_error(error);
    g_assert_cmpfloat_with_epsilon(windowbox_player_get_position(record->player), 3, 0.001);
    WAIT_UNTIL(fabs(record->last - 3) < 0.001);

    double start, end, from, to;
    g_assert_true(windowbox_player_get_seekable_range(record->player, &start, &end));
    g_assert_cmpfloat_with_epsilon(start, 0, 0.1);
    g_assert_cmpfloat_with_epsilon(end, windowbox_player_get_duration(record->player), 0.1);
    WAIT_UNTIL(windowbox_player_get_buffered_range(record->player, &from, &to) && from <= 3 && to > 3);

    windowbox_player_step(record->player, 1);
    WAIT_UNTIL(fabs(record->last - 3 - 1.0 / 30) < 0.001);

    // Behind the end and before the start, the nearest frame is shown.
    g_assert_true(seek(record->player, end + 1000, &error));
    g_assert_cmpfloat_with_epsilon(windowbox_player_get_position(record->player), end, 0.2);
    g_assert_true(seek(record->player, -1000, &error));
    g_assert_cmpfloat_with_epsilon(windowbox_player_get_position(record->player), 0, 0.05);
}

static void
test_settings(void)
{
    g_autoptr(Record) record = record_new(SHORT);
    g_object_set(record->player, "volume", 0.5, "muted", TRUE, "rate", 2.0, "loop", TRUE, NULL);
    g_assert_cmpfloat(windowbox_player_get_volume(record->player), ==, 0.5);
    g_assert_true(windowbox_player_get_muted(record->player));
    g_assert_cmpfloat(windowbox_player_get_rate(record->player), ==, 2);
    windowbox_player_set_volume(record->player, 1000);
    g_assert_cmpfloat(windowbox_player_get_volume(record->player), ==, 2);
    windowbox_player_play(record->player);
    // It starts over and does not end.
    WAIT_UNTIL(record->warnings >= 3);
    g_assert_cmpint(record->endings, ==, 0);
    g_assert_cmpfloat(windowbox_player_get_rate(record->player), ==, 2);
}

void
add_playing_tests(void)
{
    g_test_add_func("/playing/whole-film", test_whole_film);
    g_test_add_func("/playing/frame", test_frame);
    g_test_add_func("/playing/list", test_list);
    g_test_add_func("/playing/start-position", test_start_position);
    g_test_add_func("/playing/seek", test_seek);
    g_test_add_func("/playing/settings", test_settings);
}
