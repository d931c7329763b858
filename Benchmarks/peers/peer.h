// SPDX-License-Identifier: Apache-2.0
// Code shared by the peers' programs: the clock, the number in the frame, and waiting for a frame.
//
// Both programs have the same verbs and print one JSON object per line, with times in milliseconds:
//   first URI [WARM]        the first frame of URI; with WARM in a process that has played that before
//   seek URI SECONDS…       exact seeks while playing, each to the first frame of the new position
//   play URI SECONDS        plays; the caller measures CPU time and memory
// STARTED in the environment is the launcher's clock, taken just before it started the program.
#pragma once
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FRAME_RATE 30
#define ANY_FRAME (-1)

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double started_ms(void) {
    const char *text = getenv("STARTED");
    return text ? atof(text) : now_ms();
}

static void pause_ms(int milliseconds) { usleep((useconds_t)milliseconds * 1000); }

// The number in 8-bit luma: twelve blocks with centres at x = 60 + 44 i, y = 640 of a picture of 1280x720, the least
// significant bit left; -1 without the bar.
static int frame_number(const uint8_t *luma, int stride, int width, int height) {
    const uint8_t *row = luma + (size_t)(640 * height / 720) * stride;
    if (row[82 * width / 1280] > 80) return -1;
    int number = 0;
    for (int bit = 0; bit < 12; bit++)
        if (row[(60 + 44 * bit) * width / 1280] > 128) number |= 1 << bit;
    return number;
}

// One thread waits for a frame; the player's threads report the frames they show.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t seen;
    bool waiting;
    int lowest, highest;
    double shown_at;
    int number, width, count;
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void watch_prepare(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch.seen, &attributes);
}

// From now on, wait for a frame at most two before `target` (players round differently) and two seconds after it.
static void watch_expect(int target) {
    pthread_mutex_lock(&watch.lock);
    watch.waiting = true;
    watch.lowest = target == ANY_FRAME ? -1 : target - 2;
    watch.highest = target == ANY_FRAME ? 1 << 12 : target + 2 * FRAME_RATE;
    pthread_mutex_unlock(&watch.lock);
}

static void watch_frame(int number, int width) {
    double time = now_ms();
    pthread_mutex_lock(&watch.lock);
    watch.count++;
    if (watch.waiting && number >= watch.lowest && number <= watch.highest) {
        watch.waiting = false;
        watch.shown_at = time;
        watch.number = number;
        watch.width = width;
        pthread_cond_signal(&watch.seen);
    }
    pthread_mutex_unlock(&watch.lock);
}

static bool watch_wait(int seconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    pthread_mutex_lock(&watch.lock);
    int result = 0;
    while (watch.waiting && result != ETIMEDOUT) result = pthread_cond_timedwait(&watch.seen, &watch.lock, &end);
    bool seen = !watch.waiting;
    watch.waiting = false;
    pthread_mutex_unlock(&watch.lock);
    return seen;
}

static int fail(const char *what) {
    printf("{\"error\": \"%s\"}\n", what);
    fflush(stdout);
    return 1;
}

// Implemented by each program.
static void player_open(const char *uri);
static void player_seek(double seconds);
static void player_close(void);

static int run_verb(int count, char **words) {
    double started = started_ms();
    if (count < 3) return fail("usage: first URI [WARM] | seek URI SECONDS... | play URI SECONDS");
    const char *verb = words[1], *uri = words[2];
    watch_expect(ANY_FRAME);
    if (!strcmp(verb, "first")) {
        if (count > 3) {
            player_open(words[3]);
            if (!watch_wait(10)) return fail("no frame of the first stream");
            pause_ms(700);
            player_close();
            pause_ms(300);
            watch_expect(ANY_FRAME);
            started = now_ms();
        }
        player_open(uri);
        if (!watch_wait(15)) return fail("no frame");
        printf("{\"first\": %.2f, \"frame\": %d, \"width\": %d}\n", watch.shown_at - started, watch.number, watch.width);
        return 0;
    }
    player_open(uri);
    if (!watch_wait(15)) return fail("no frame");
    if (!strcmp(verb, "play")) {
        watch.count = 0;
        pause_ms((int)(atof(words[3]) * 1000));
        printf("{\"frames\": %d}\n", watch.count);
        return 0;
    }
    pause_ms(2000);
    for (int index = 3; index < count; index++) {
        double seconds = atof(words[index]);
        int target = (int)(seconds * FRAME_RATE + 0.5);
        watch_expect(target);
        double asked = now_ms();
        player_seek(seconds);
        bool landed = watch_wait(10);
        printf("{\"target\": %d, \"landed\": %d, \"latency\": %.2f}\n", target, landed ? watch.number : -1,
               landed ? watch.shown_at - asked : -1);
        fflush(stdout);
        pause_ms(1000);
    }
    return 0;
}
