// SPDX-License-Identifier: Apache-2.0
// GStreamer's playbin3 with sinks that synchronize to the clock and discard the data.
#include <gst/gst.h>
#include <gst/video/video.h>

#include "peer.h"

static GstElement *player;

// A prerolled frame would stay on the screen; a later one is reported when it is due.
static void on_frame(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer unused) {
    (void)sink, (void)unused;
    int number = -1, width = 0;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    GstVideoInfo info;
    GstVideoFrame frame;
    if (caps && gst_video_info_from_caps(&info, caps) && gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ)) {
        width = info.width;
        number = frame_number(GST_VIDEO_FRAME_PLANE_DATA(&frame, 0), GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0), width, info.height);
        gst_video_frame_unmap(&frame);
    }
    if (caps) gst_caps_unref(caps);
    watch_frame(number, width);
}

static void player_open(const char *uri) {
    GstElement *video = gst_element_factory_make("fakesink", NULL), *audio = gst_element_factory_make("fakesink", NULL);
    player = gst_element_factory_make("playbin3", NULL);
    if (!player || !video || !audio) exit(fail("an element of GStreamer is missing"));
    g_object_set(video, "sync", TRUE, "qos", TRUE, "signal-handoffs", TRUE, NULL);
    g_object_set(audio, "sync", TRUE, NULL);
    g_signal_connect(video, "preroll-handoff", G_CALLBACK(on_frame), NULL);
    g_signal_connect(video, "handoff", G_CALLBACK(on_frame), NULL);
    g_object_set(player, "uri", uri, "video-sink", video, "audio-sink", audio, NULL);
    gst_element_set_state(player, GST_STATE_PLAYING);
}

static void player_seek(double seconds) {
    gst_element_seek_simple(
        player, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, (gint64)(seconds * GST_SECOND));
}

static void player_close(void) {
    gst_element_set_state(player, GST_STATE_NULL);
    gst_object_unref(player);
}

int main(int count, char **words) {
    watch_prepare();
    gst_init(NULL, NULL);
    int status = run_verb(count, words);
    fflush(stdout);
    _exit(status);
}
