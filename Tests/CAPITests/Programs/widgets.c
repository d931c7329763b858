// SPDX-License-Identifier: Apache-2.0

#include "support.h"

static void
test_window(gconstpointer controls)
{
    g_assert_true(gtk_init_check());
    g_autoptr(Record) record = record_new(STREAM);
    WindowboxPlayer *player = record->player;
    GtkWidget *video = windowbox_video_new();
    windowbox_video_set_controls(WINDOWBOX_VIDEO(video), controls != NULL);
    windowbox_video_set_player(WINDOWBOX_VIDEO(video), player);
    g_assert_true(windowbox_video_get_player(WINDOWBOX_VIDEO(video)) == player);
    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 640, 360);
    gtk_window_set_child(GTK_WINDOW(window), video);
    g_object_add_weak_pointer(G_OBJECT(video), (gpointer *)&video);
    gtk_window_present(GTK_WINDOW(window));
    windowbox_player_play(player);
    WAIT_UNTIL(record->frames > 10 && gtk_widget_get_width(video) > 0);

    // Another player, none, other controls.
    g_autoptr(WindowboxPlayer) other = windowbox_player_new_silent();
    windowbox_video_set_player(WINDOWBOX_VIDEO(video), other);
    windowbox_video_set_player(WINDOWBOX_VIDEO(video), NULL);
    g_assert_null(gtk_widget_get_first_child(video));
    windowbox_video_set_player(WINDOWBOX_VIDEO(video), player);
    windowbox_video_set_controls(WINDOWBOX_VIDEO(video), controls == NULL);
    windowbox_video_set_controls(WINDOWBOX_VIDEO(video), controls != NULL);
    int frames = record->frames;
    WAIT_UNTIL(record->frames > frames + 3);

    gtk_window_destroy(GTK_WINDOW(window));
    WAIT_UNTIL(video == NULL);
    // The widget has given back its reference.
    g_object_add_weak_pointer(G_OBJECT(player), (gpointer *)&player);
    g_signal_handlers_disconnect_by_data(player, record);
    g_clear_object(&record->player);
    WAIT_UNTIL(player == NULL);
}

void
add_widget_tests(void)
{
    g_test_add_data_func("/widgets/video", NULL, test_window);
    g_test_add_data_func("/widgets/controls", GINT_TO_POINTER(1), test_window);
}
