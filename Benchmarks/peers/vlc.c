// SPDX-License-Identifier: Apache-2.0
// libvlc with video into memory, unconverted, and a silent audio output.
#include <vlc/vlc.h>

#include "peer.h"

static libvlc_instance_t *library;
static libvlc_media_player_t *player;
static uint8_t *picture;
static unsigned picture_width, picture_height;

static unsigned on_format(void **opaque, char *chroma, unsigned *width, unsigned *height, unsigned *pitches, unsigned *lines) {
    (void)opaque;
    memcpy(chroma, "I420", 4);
    picture_width = *width, picture_height = *height;
    free(picture);
    picture = malloc((size_t)picture_width * picture_height * 3 / 2 + 4096);
    pitches[0] = picture_width, pitches[1] = pitches[2] = picture_width / 2;
    lines[0] = picture_height, lines[1] = lines[2] = picture_height / 2;
    return 1;
}

static void *on_lock(void *opaque, void **planes) {
    (void)opaque;
    size_t size = (size_t)picture_width * picture_height;
    planes[0] = picture, planes[1] = picture + size, planes[2] = picture + size + size / 4;
    return NULL;
}

static void on_display(void *opaque, void *shown) {
    (void)opaque, (void)shown;
    watch_frame(frame_number(picture, (int)picture_width, (int)picture_width, (int)picture_height), (int)picture_width);
}

static void player_open(const char *uri) {
    libvlc_media_t *media = libvlc_media_new_location(library, uri);
    player = libvlc_media_player_new_from_media(media);
    libvlc_media_release(media);
    libvlc_video_set_callbacks(player, on_lock, NULL, on_display, NULL);
    libvlc_video_set_format_callbacks(player, on_format, NULL);
    libvlc_media_player_play(player);
}

static void player_seek(double seconds) { libvlc_media_player_set_time(player, (libvlc_time_t)(seconds * 1000)); }

static void player_close(void) {
    libvlc_media_player_stop(player);
    libvlc_media_player_release(player);
}

int main(int count, char **words) {
    const char *options[] = {"--aout=dummy", "--no-spu", "--no-lua", "--quiet"};
    watch_prepare();
    library = libvlc_new(4, options);
    if (!library) return fail("libvlc does not start");
    int status = run_verb(count, words);
    fflush(stdout);
    _exit(status);
}
