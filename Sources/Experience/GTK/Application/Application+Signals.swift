// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

extension Application {
    /// Called on the main thread when the process is asked to end, by a session manager (SIGTERM), in a terminal (SIGINT) or because the
    /// terminal was closed (SIGHUP), so that the application can save its state. A second request ends the process at once.
    ///
    /// Call it once.
    public func onTermination(_ handler: @escaping @MainActor () -> Void) {
        typealias Body = @MainActor () -> Void
        var wasAsked = false
        let body: Body = {
            if wasAsked { exit(1) }
            wasAsked = true
            handler()
        }
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            g_unix_signal_add_full(
                G_PRIORITY_HIGH, signal,
                { data in
                    onMain(data!) { Callback<Body>.function(of: $0)() }
                    return 1
                }, Callback<Body>.retain(body), { Callback<Body>.release($0!) })
        }
    }
}
