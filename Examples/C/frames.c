// SPDX-License-Identifier: Apache-2.0

// Plays a file or stream without a window and without sound, and prints each frame:
//
//     cc frames.c -o frames $(pkg-config --cflags --libs windowbox-1)
//     ./frames https://example.com/film.m3u8

#include <locale.h>
#include <windowbox/windowbox.h>

typedef struct {
    GMainLoop *loop;
    int status;
} Run;

static void
frame_shown(WindowboxPlayer *player, WindowboxFrame *frame, gpointer data)
{
    gsize length;
    const guint8 *luma = windowbox_frame_get_plane(frame, 0, &length);
    gsize stride = windowbox_frame_get_stride(frame, 0);
    guint64 sum = 0;
    int width = windowbox_frame_get_width(frame), height = windowbox_frame_get_height(frame);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) sum += luma[y * stride + x];
    }
    g_print(
        "%.3f s: %d × %d, %s, brightness %d\n", windowbox_frame_get_time(frame), width, height, windowbox_frame_get_format(frame),
        (int)(sum / ((guint64)width * height)));
}

static void
failed(WindowboxPlayer *player, GError *error, Run *run)
{
    g_printerr("%s\n", error->message);
    run->status = 1;
    g_main_loop_quit(run->loop);
}

static void
ended(WindowboxPlayer *player, Run *run)
{
    g_print("ended after %.1f s\n", windowbox_player_get_duration(player));
    g_main_loop_quit(run->loop);
}

int
main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    if (argc != 2) {
        g_printerr("usage: frames FILE-OR-URI\n");
        return 2;
    }
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    Run run = {loop, 0};
    g_autoptr(WindowboxPlayer) player = windowbox_player_new_silent();
    g_signal_connect(player, "error", G_CALLBACK(failed), &run);
    g_signal_connect(player, "end-of-stream", G_CALLBACK(ended), &run);
    windowbox_player_set_frame_func(player, frame_shown, NULL, NULL);

    g_autoptr(GFile) file = g_file_new_for_commandline_arg(argv[1]);
    g_autoptr(WindowboxItem) item = windowbox_item_new_for_file(file);
    windowbox_player_append(player, item);
    windowbox_player_play(player);
    g_main_loop_run(loop);
    return run.status;
}
