// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// Wraps GLib's default main context: calls from other threads and delayed calls.
enum MainLoop {
    /// `GDK_PRIORITY_REDRAW`, whose macro is an expression.
    static let redrawPriority = G_PRIORITY_HIGH_IDLE + 20

    /// The current monotonic time.
    static var now: Instant { Instant(nanoseconds: Int64(g_get_monotonic_time()) * 1000) }

    /// Calls `body` on the main context before the next redraw; from any thread.
    static func call(_ body: @escaping @MainActor @Sendable () -> Void) {
        typealias Body = @MainActor @Sendable () -> Void
        g_idle_add_full(
            redrawPriority - 1,
            { data in
                onMain(data!) { Callback<Body>.function(of: $0)() }
                return 0
            }, Callback<Body>.retain(body), { Callback<Body>.release($0!) })
    }

    /// Calls `body` on the main context after pending drawing, when positions and sizes match the screen.
    @MainActor static func afterRedraw(_ body: @escaping @MainActor () -> Void) {
        typealias Body = @MainActor () -> Void
        g_idle_add_full(
            redrawPriority + 10,
            { data in
                onMain(data!) { Callback<Body>.function(of: $0)() }
                return 0
            }, Callback<Body>.retain(body), { Callback<Body>.release($0!) })
    }

    /// Calls `body` once, at least `seconds` from now, unless the timer is cancelled or released first.
    @MainActor static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) -> Timer {
        Timer(milliseconds: UInt32(max(0, seconds * 1000).rounded(.up)), body)
    }

    /// One delayed call.
    @MainActor final class Timer {
        private var source: guint = 0

        fileprivate init(milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) {
            typealias Body = @MainActor () -> Void
            let call: Body = { [weak self] in
                guard let self, source != 0 else { return }
                source = 0
                body()
            }
            source = g_timeout_add_full(
                G_PRIORITY_DEFAULT, milliseconds,
                { data in
                    onMain(data!) { Callback<Body>.function(of: $0)() }
                    return 0
                }, Callback<Body>.retain(call), { Callback<Body>.release($0!) })
        }

        func cancel() {
            guard source != 0 else { return }
            g_source_remove(source)
            source = 0
        }

        isolated deinit { cancel() }
    }
}
