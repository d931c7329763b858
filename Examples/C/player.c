// SPDX-License-Identifier: Apache-2.0

// A player with a window and all controls:
//
//     cc player.c -o player $(pkg-config --cflags --libs windowbox-1)
//     ./player https://example.com/film.m3u8

#include <windowbox/windowbox.h>

static void
opened(GtkApplication *application, GFile **files, int count, const char *hint, gpointer data)
{
    WindowboxPlayer *player = windowbox_player_new();
    for (int index = 0; index < count; index++) {
        g_autoptr(WindowboxItem) item = windowbox_item_new_for_file(files[index]);
        windowbox_player_append(player, item);
    }
    GtkWidget *video = windowbox_video_new_for_player(player);
    windowbox_video_set_controls(WINDOWBOX_VIDEO(video), TRUE);

    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(window), "Windowbox in C");
    gtk_window_set_default_size(GTK_WINDOW(window), 960, 540);
    gtk_window_set_child(GTK_WINDOW(window), video);
    gtk_window_present(GTK_WINDOW(window));
    windowbox_player_play(player);
    // The widget has a reference: the player ends with the window.
    g_object_unref(player);
}

static void
activated(GtkApplication *application, gpointer data)
{
    g_printerr("usage: player FILE-OR-URI…\n");
}

int
main(int argc, char **argv)
{
    g_autoptr(GtkApplication) application =
        gtk_application_new("org.windowbox.PlayerInC", G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "open", G_CALLBACK(opened), NULL);
    g_signal_connect(application, "activate", G_CALLBACK(activated), NULL);
    return g_application_run(G_APPLICATION(application), argc, argv);
}
