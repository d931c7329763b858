// SPDX-License-Identifier: Apache-2.0

#include "support.h"

#include <malloc.h>

static int
count_entries(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    int count = 0;
    while (g_dir_read_name(folder) != NULL) count++;
    return count;
}

static int open_files(void) { return count_entries("/proc/self/fd"); }
static int threads(void) { return count_entries("/proc/self/task"); }

/// What is allocated, in KiB. main() makes all threads use one arena.
static long
allocated(void)
{
    struct mallinfo2 all = mallinfo2();
    return (all.uordblks + all.hblkhd) / 1024;
}

static void
cycle(int index)
{
    WindowboxPlayer *player = windowbox_player_new_silent();
    g_object_add_weak_pointer(G_OBJECT(player), (gpointer *)&player);
    windowbox_player_set_uri(player, SHORT);
    windowbox_player_play(player);
    // Some end before anything is loaded, some while it loads.
    for (int turn = 0; turn < index % 4; turn++) g_main_context_iteration(NULL, FALSE);
    g_object_unref(player);
    settle();
    g_assert_null(player);
}

/// Iterates until the players that were given back have ended everything, on other threads too.
static void
wait_for_ends(int files, long kilobytes)
{
    WAIT_UNTIL(open_files() <= files && threads() < 64 && allocated() <= kilobytes);
}

static void
test_cycles(void)
{
    int count = g_getenv("CYCLES") != NULL ? atoi(g_getenv("CYCLES")) : 1000;
    // The first ones fill caches and start threads that stay.
    for (int index = 0; index < 100; index++) cycle(index);
    wait_for_ends(40, 16 * 1024);
    int files = open_files();
    long before = allocated();
    for (int index = 0; index < count; index++) cycle(index);
    // A player takes more than 10 KiB. What remains of each is in caches of libdispatch: 64 bytes for a task.
    wait_for_ends(files + 2, before + count * 1);
    g_test_message("%d players: %ld KiB more, %d files open, %d threads", count, allocated() - before, open_files(), threads());
}

static void
test_unref_while_playing(void)
{
    Record *record = record_new(STREAM);
    windowbox_player_play(record->player);
    WAIT_UNTIL(record->frames > 3);
    WindowboxPlayer *player = record->player;
    g_object_add_weak_pointer(G_OBJECT(player), (gpointer *)&player);
    record_free(record);
    g_assert_null(player);
}

static void
let_go(WindowboxPlayer *player, WindowboxState state, gpointer data)
{
    WindowboxPlayer **owned = data;
    g_clear_object(owned);
}

static void
test_unref_in_handler(void)
{
    WindowboxPlayer *player = windowbox_player_new_silent();
    WindowboxPlayer *watched = player;
    g_object_add_weak_pointer(G_OBJECT(watched), (gpointer *)&watched);
    g_signal_connect(player, "state-changed", G_CALLBACK(let_go), &player);
    windowbox_player_set_uri(player, SHORT);
    windowbox_player_play(player);
    WAIT_UNTIL(player == NULL);
    settle();
    g_assert_null(watched);
}

static void
let_go_in_frame(WindowboxPlayer *player, WindowboxFrame *frame, gpointer data)
{
    WindowboxPlayer **owned = data;
    g_clear_object(owned);
}

static void
test_unref_in_frame_func(void)
{
    WindowboxPlayer *player = windowbox_player_new_silent();
    windowbox_player_set_frame_func(player, let_go_in_frame, &player, NULL);
    windowbox_player_set_uri(player, SHORT);
    windowbox_player_play(player);
    WAIT_UNTIL(player == NULL);
    settle();
}

static gpointer
unref_there(gpointer player)
{
    g_object_unref(player);
    return NULL;
}

static void
test_unref_on_other_thread(void)
{
    for (int index = 0; index < 20; index++) {
        WindowboxPlayer *player = windowbox_player_new_silent();
        windowbox_player_set_uri(player, SHORT);
        windowbox_player_play(player);
        for (int turn = 0; turn < index * 3; turn++) g_main_context_iteration(NULL, FALSE);
        GThread *thread = g_thread_new("unref", unref_there, player);
        // The main thread goes on reporting meanwhile.
        for (int turn = 0; turn < 50; turn++) g_main_context_iteration(NULL, FALSE);
        g_thread_join(thread);
        settle();
    }
}

static gpointer
call_there(gpointer player)
{
    g_test_expect_message("Windowbox", G_LOG_LEVEL_CRITICAL, "windowbox_player_play() was called on another thread*");
    windowbox_player_play(player);
    g_test_expect_message("Windowbox", G_LOG_LEVEL_CRITICAL, "windowbox_player_set_uri() was called on another thread*");
    windowbox_player_set_uri(player, SHORT);
    g_test_expect_message("Windowbox", G_LOG_LEVEL_CRITICAL, "windowbox_player_new() was called on another thread*");
    g_autoptr(WindowboxPlayer) other = windowbox_player_new();
    g_assert_error(windowbox_player_get_error(other), WINDOWBOX_ERROR, WINDOWBOX_ERROR_WRONG_THREAD);
    g_assert_cmpint(windowbox_player_get_state(other), ==, WINDOWBOX_STATE_FAILED);
    g_test_assert_expected_messages();
    return NULL;
}

static void
test_call_on_other_thread(void)
{
    g_autoptr(WindowboxPlayer) player = windowbox_player_new_silent();
    g_thread_join(g_thread_new("call", call_there, player));
    g_assert_null(windowbox_player_get_uri(player));
}

static void count_destroy(gpointer data) { ++*(int *)data; }
static void ignore_frame(WindowboxPlayer *player, WindowboxFrame *frame, gpointer data) {}

static void
test_user_data(void)
{
    int destroyed = 0;
    WindowboxPlayer *player = windowbox_player_new_silent();
    windowbox_player_set_frame_func(player, ignore_frame, &destroyed, count_destroy);
    windowbox_player_set_frame_func(player, ignore_frame, &destroyed, count_destroy);
    g_assert_cmpint(destroyed, ==, 1);
    g_object_unref(player);
    g_assert_cmpint(destroyed, ==, 2);
    settle();
}

static void
remember(GObject *source, GAsyncResult *result, gpointer data)
{
    g_assert_false(windowbox_player_seek_finish(WINDOWBOX_PLAYER(source), result, NULL) && FALSE);
    *(gboolean *)data = TRUE;
}

static void
test_seek_outlives_reference(void)
{
    gboolean is_done = FALSE;
    WindowboxPlayer *player = windowbox_player_new_silent();
    g_object_add_weak_pointer(G_OBJECT(player), (gpointer *)&player);
    windowbox_player_set_uri(player, STREAM);
    WAIT_UNTIL(windowbox_player_get_state(player) == WINDOWBOX_STATE_PAUSED);
    windowbox_player_seek_async(player, 4, WINDOWBOX_SEEK_MODE_EXACT, NULL, remember, &is_done);
    g_object_unref(player);
    WAIT_UNTIL(is_done);
    WAIT_UNTIL(player == NULL);
}

void
add_lifetime_tests(void)
{
    g_test_add_func("/lifetime/cycles", test_cycles);
    g_test_add_func("/lifetime/unref-while-playing", test_unref_while_playing);
    g_test_add_func("/lifetime/unref-in-handler", test_unref_in_handler);
    g_test_add_func("/lifetime/unref-in-frame-func", test_unref_in_frame_func);
    g_test_add_func("/lifetime/unref-on-other-thread", test_unref_on_other_thread);
    g_test_add_func("/lifetime/call-on-other-thread", test_call_on_other_thread);
    g_test_add_func("/lifetime/user-data", test_user_data);
    g_test_add_func("/lifetime/seek-outlives-reference", test_seek_outlives_reference);
}
