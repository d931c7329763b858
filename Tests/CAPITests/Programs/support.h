// SPDX-License-Identifier: Apache-2.0

#ifndef SUPPORT_H
#define SUPPORT_H

#include <windowbox/windowbox.h>

// The media are in the environment, as URIs:
#define FILM g_getenv("FILM")     // a file with subtitles in English and German
#define SHORT g_getenv("SHORT")   // a stream of one second with 30 frames
#define STREAM g_getenv("STREAM") // a stream with several languages

/// Iterates the default main context until a condition is true, for two minutes at most.
#define WAIT_UNTIL(condition)                                                                            \
    do {                                                                                                 \
        gint64 wait_end = g_get_monotonic_time() + 120 * G_USEC_PER_SEC;                                 \
        guint wait_alarm = g_timeout_add(100, G_SOURCE_FUNC(wake), NULL);                                \
        while (!(condition) && g_get_monotonic_time() < wait_end) g_main_context_iteration(NULL, TRUE);  \
        g_source_remove(wait_alarm);                                                                     \
        g_assert_true(condition);                                                                        \
    } while (0)

static inline gboolean
wake(gpointer data)
{
    return G_SOURCE_CONTINUE;
}

/// Iterates the default main context until nothing is left to do.
static inline void
settle(void)
{
    while (g_main_context_iteration(NULL, FALSE)) {}
}

/// What a player has reported.
typedef struct {
    WindowboxPlayer *player;
    int frames;
    double first;
    double last;
    gboolean is_in_order;
    int states[8];
    int endings;
    int warnings;
    int infos;
    int moves;
    int item_changes;
    GError *error;
} Record;

Record *record_new(const char *uri);
void record_free(Record *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Record, record_free)

/// Seeks and waits for the result.
gboolean seek(WindowboxPlayer *player, double position, GError **error);

void add_playing_tests(void);
void add_track_tests(void);
void add_error_tests(void);
void add_lifetime_tests(void);
void add_widget_tests(void);

#endif
