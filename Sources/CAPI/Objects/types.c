// SPDX-License-Identifier: Apache-2.0

#include "private.h"

#include <sys/syscall.h>
#include <unistd.h>

G_DEFINE_QUARK(windowbox-error-quark, windowbox_error)

G_DEFINE_ENUM_TYPE(
    WindowboxState, windowbox_state, G_DEFINE_ENUM_VALUE(WINDOWBOX_STATE_IDLE, "idle"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_STATE_PAUSED, "paused"), G_DEFINE_ENUM_VALUE(WINDOWBOX_STATE_PLAYING, "playing"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_STATE_ENDED, "ended"), G_DEFINE_ENUM_VALUE(WINDOWBOX_STATE_FAILED, "failed"))

G_DEFINE_ENUM_TYPE(
    WindowboxSeekMode, windowbox_seek_mode, G_DEFINE_ENUM_VALUE(WINDOWBOX_SEEK_MODE_EXACT, "exact"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_SEEK_MODE_FAST, "fast"))

G_DEFINE_ENUM_TYPE(
    WindowboxPixelLayout, windowbox_pixel_layout, G_DEFINE_ENUM_VALUE(WINDOWBOX_PIXEL_LAYOUT_RGB, "rgb"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_PIXEL_LAYOUT_RGBA, "rgba"), G_DEFINE_ENUM_VALUE(WINDOWBOX_PIXEL_LAYOUT_BGRA, "bgra"))

G_DEFINE_ENUM_TYPE(
    WindowboxError, windowbox_error, G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_FAILED, "failed"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_NOT_FOUND, "not-found"), G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_FORBIDDEN, "forbidden"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_REFUSED, "refused"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_INVALID_ADDRESS, "invalid-address"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_NETWORK, "network"), G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_MALFORMED, "malformed"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_UNSUPPORTED, "unsupported"), G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_KEY, "key"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_UNAVAILABLE, "unavailable"), G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_STUCK, "stuck"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_SEEK_REFUSED, "seek-refused"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_SEEK_SUPERSEDED, "seek-superseded"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_NO_SUCH_TRACK, "no-such-track"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_WRONG_THREAD, "wrong-thread"),
    G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_CONVERSION, "conversion"), G_DEFINE_ENUM_VALUE(WINDOWBOX_ERROR_UNTRUSTED, "untrusted"))

/// Implemented in Swift.
void wb_bridge_fill(WbBridge *bridge);

const WbBridge *
wb_bridge(void)
{
    static WbBridge bridge;
    static gsize is_filled;
    if (g_once_init_enter(&is_filled)) {
        wb_bridge_fill(&bridge);
        g_once_init_leave(&is_filled, 1);
    }
    return &bridge;
}

// Swift's main actor is bound to this thread.
gboolean
wb_on_main_thread(const char *function)
{
    if (getpid() == syscall(SYS_gettid)) return TRUE;
    g_critical(
        "%s() was called on another thread than the program's main thread, and does nothing. "
        "Call it through g_main_context_invoke (NULL, …).",
        function);
    return FALSE;
}

void
wb_take_message(GError **error, int code, char *message)
{
    g_set_error_literal(error, WINDOWBOX_ERROR, code, message != NULL ? message : "It failed for an unknown reason.");
    free(message);
}
