// SPDX-License-Identifier: Apache-2.0

import CGTK
import Dispatch
import Glibc

/// Attaches libdispatch's main queue, and with it the main actor, to GLib's default main context.
@MainActor enum MainQueue {
    private static var isServed = false

    /// Serves the queue from now on in the default main context.
    ///
    /// Its priority equals that of GDK's redraws: if higher, a busy main actor starves drawing; if lower, slow drawing starves the
    /// main actor; if equal, GLib alternates.
    static func serve() {
        guard !isServed else { return }
        isServed = true
        g_unix_fd_add_full(
            MainLoop.redrawPriority, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                var count: UInt64 = 0
                // The descriptor is a non-blocking eventfd; reading resets it.
                _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil, nil)
    }
}
