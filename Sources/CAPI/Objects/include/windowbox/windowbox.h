// SPDX-License-Identifier: Apache-2.0

/**
 * SECTION:windowbox
 * @short_description: Play files and streams
 *
 * Use all functions on the program's main thread (the one that runs `main`), except where noted. Everything is reported from the
 * default #GMainContext, so that context must be iterated there: by a #GtkApplication, a #GMainLoop, or by yourself. A call on another
 * thread does nothing and logs a critical message; g_main_context_invoke() leads back to the main thread. Objects may be unreferenced
 * on any thread.
 *
 * Times are seconds on the item's timeline. What isn't known is -1.
 */

#ifndef WINDOWBOX_H
#define WINDOWBOX_H

#include <windowbox/windowbox-types.h>
#include <windowbox/windowbox-frame.h>
#include <windowbox/windowbox-item.h>
#include <windowbox/windowbox-track.h>
#include <windowbox/windowbox-player.h>
#include <windowbox/windowbox-video.h>

#endif
