// SPDX-License-Identifier: Apache-2.0

#include "support.h"

#include <glib/gstdio.h>
#include <math.h>

static void
check(const char *uri, WindowboxError code)
{
    g_autoptr(Record) record = record_new(uri);
    windowbox_player_play(record->player);
    WAIT_UNTIL(record->error != NULL);
    g_assert_error(record->error, WINDOWBOX_ERROR, (int)code);
    g_assert_cmpuint(strlen(record->error->message), >, 10);
    WAIT_UNTIL(windowbox_player_get_state(record->player) == WINDOWBOX_STATE_FAILED);
    g_assert_error(windowbox_player_get_error(record->player), WINDOWBOX_ERROR, (int)code);
    g_assert_cmpint(record->states[WINDOWBOX_STATE_FAILED], ==, 1);
    g_assert_cmpint(record->endings, ==, 0);
    // It can play something else afterwards.
    windowbox_player_set_uri(record->player, SHORT);
    WAIT_UNTIL(record->endings == 1);
    g_assert_null(windowbox_player_get_error(record->player));
}

static void test_missing_file(void) { check("file:///nowhere/film.mp4", WINDOWBOX_ERROR_NOT_FOUND); }
static void test_bad_uri(void) { check("nonsense://\x01\xff%%%", WINDOWBOX_ERROR_INVALID_ADDRESS); }
static void test_empty_uri(void) { check("", WINDOWBOX_ERROR_INVALID_ADDRESS); }
static void test_text(void) { check(g_getenv("TEXT"), WINDOWBOX_ERROR_UNSUPPORTED); }
static void test_plain_http(void) { check("http://video.invalid/film.m3u8", WINDOWBOX_ERROR_REFUSED); }

static void
test_again(void)
{
    g_autofree char *name = g_build_filename(g_get_tmp_dir(), "windowbox-again-XXXXXX", NULL);
    g_assert_nonnull(g_mkdtemp(name));
    g_autofree char *path = g_build_filename(name, "film.mp4", NULL);
    g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
    g_autoptr(Record) record = record_new(uri);
    windowbox_player_play(record->player);
    WAIT_UNTIL(record->error != NULL);

    g_autoptr(GFile) film = g_file_new_for_uri(FILM);
    g_autoptr(GFile) place = g_file_new_for_path(path);
    g_assert_true(g_file_copy(film, place, 0, NULL, NULL, NULL, NULL));
    windowbox_player_play(record->player);
    WAIT_UNTIL(record->frames > 0);
    g_assert_null(windowbox_player_get_error(record->player));
    g_file_delete(place, NULL, NULL);
    g_rmdir(name);
}

static void
test_seeks(void)
{
    g_autoptr(Record) record = record_new(NULL);
    g_autoptr(GError) error = NULL;
    g_assert_false(seek(record->player, 1, &error));
    g_assert_error(error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_SEEK_REFUSED);
    const double positions[] = {NAN, INFINITY, -INFINITY};
    for (gsize index = 0; index < G_N_ELEMENTS(positions); index++) {
        g_clear_error(&error);
        g_assert_false(seek(record->player, positions[index], &error));
        g_assert_error(error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_SEEK_REFUSED);
    }
}

typedef struct {
    int superseded;
    int done;
} Seeks;

static void
seek_ended(GObject *source, GAsyncResult *result, gpointer data)
{
    Seeks *seeks = data;
    g_autoptr(GError) error = NULL;
    if (!windowbox_player_seek_finish(WINDOWBOX_PLAYER(source), result, &error)) {
        if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
            g_assert_error(error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_SEEK_SUPERSEDED);
        }
        seeks->superseded++;
    }
    seeks->done++;
}

static void
test_many_seeks(void)
{
    g_autoptr(Record) record = record_new(STREAM);
    WAIT_UNTIL(record->frames > 0);
    Seeks seeks = {0, 0};
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    for (int index = 0; index < 20; index++) {
        windowbox_player_seek_async(
            record->player, index % 5, WINDOWBOX_SEEK_MODE_EXACT, index == 19 ? cancellable : NULL, seek_ended, &seeks);
    }
    g_cancellable_cancel(cancellable);
    WAIT_UNTIL(seeks.done == 20);
    g_assert_cmpint(seeks.superseded, >, 0);
}

static void
expect(const char *text)
{
    g_test_expect_message("Windowbox", G_LOG_LEVEL_CRITICAL, text);
}

static void
test_garbage(void)
{
    g_autoptr(WindowboxPlayer) player = windowbox_player_new_silent();
    g_autoptr(WindowboxItem) item = windowbox_item_new(SHORT);
    gpointer wrong = item;

    expect("*uri != NULL*");
    g_assert_null(windowbox_item_new(NULL));
    expect("*G_IS_FILE*");
    g_assert_null(windowbox_item_new_for_file(NULL));
    expect("*WINDOWBOX_IS_PLAYER*");
    windowbox_player_play(NULL);
    expect("*WINDOWBOX_IS_PLAYER*");
    windowbox_player_pause(wrong);
    expect("*WINDOWBOX_IS_PLAYER*");
    g_assert_cmpfloat(windowbox_player_get_position(NULL), ==, -1);
    expect("*WINDOWBOX_IS_ITEM*");
    g_assert_false(windowbox_player_append(player, NULL));
    expect("*WINDOWBOX_IS_ITEM*");
    g_assert_false(windowbox_player_append(player, (gpointer)player));
    expect("*find*");
    windowbox_player_set_current_item(player, item);
    expect("*isfinite*");
    windowbox_player_seek(player, NAN);
    expect("*isfinite*");
    windowbox_player_set_volume(player, NAN);
    expect("*isfinite*");
    windowbox_player_set_rate(player, 0);
    expect("*strpbrk*");
    windowbox_item_add_header(item, "Two words", "value");
    expect("*strpbrk*");
    windowbox_item_add_header(item, "Name", "line\r\nOther: line");
    expect("*isfinite*");
    windowbox_item_set_start_position(item, -5);
    expect("*self != NULL*");
    g_assert_null(windowbox_frame_get_plane(NULL, 0, NULL));
    expect("*WINDOWBOX_IS_PLAYER*");
    windowbox_player_seek_async(NULL, 0, WINDOWBOX_SEEK_MODE_FAST, NULL, NULL, NULL);
    g_test_assert_expected_messages();

    // Harmless.
    windowbox_player_next(player);
    windowbox_player_previous(player);
    windowbox_player_step(player, 1000000);
    windowbox_player_seek_to_live(player);
    windowbox_player_set_uri(player, NULL);
    windowbox_player_set_frame_func(player, NULL, NULL, NULL);
    g_assert_null(windowbox_player_get_date(player));
    g_assert_false(windowbox_player_get_seekable_range(player, NULL, NULL));
    settle();
}

void
add_error_tests(void)
{
    g_test_add_func("/errors/missing-file", test_missing_file);
    g_test_add_func("/errors/bad-uri", test_bad_uri);
    g_test_add_func("/errors/empty-uri", test_empty_uri);
    g_test_add_func("/errors/text", test_text);
    g_test_add_func("/errors/plain-http", test_plain_http);
    g_test_add_func("/errors/again", test_again);
    g_test_add_func("/errors/seeks", test_seeks);
    g_test_add_func("/errors/many-seeks", test_many_seeks);
    g_test_add_func("/errors/garbage", test_garbage);
}
