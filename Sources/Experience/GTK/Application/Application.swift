// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// The process as the desktop sees it, and its main loop.
public final class Application: Object {
    /// Whether there is a display to show windows on.
    ///
    /// Asking connects to it; all other calls of this module need it.
    public static var hasDisplay: Bool { isReady }

    /// Settles what is read from the environment, and what windows look like at first. Optional: ``hasDisplay`` does the same, but
    /// other threads may read the environment by then.
    public static func prepare() { isPrepared }

    private static let isPrepared: Void = {
        RenderPath.spareGraphics()
        FirstTheme.prepare()
    }()

    private static let isReady: Bool = {
        isPrepared
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        RenderPath.chooseRenderer()
        return true
    }()

    /// - Parameters:
    ///   - id: reverse domain name, such as `org.example.Player`.
    ///   - isUnique: one process serves all starts in a session, see ``handOver(_:hint:)``; else each start is a process of its own.
    ///   - activate: builds the first window; where it is unique, it is also called when the program is started again.
    public init(id: String, isUnique: Bool = false, activate: @escaping @MainActor (Application) -> Void) {
        _ = Self.hasDisplay
        super.init(adopting: adw_application_new(id, isUnique ? G_APPLICATION_HANDLES_OPEN : G_APPLICATION_NON_UNIQUE))
        on("activate") { [unowned self] in activate(self) }
    }

    /// Runs the main loop, which serves the main actor too, until the last window is closed.
    ///
    /// Call it from a synchronous `main`: after the first suspension of an asynchronous one the main actor lives on
    /// another thread.
    /// - Returns: the exit status.
    public func run() -> Int32 {
        MainQueue.serve()
        return g_application_run(cast(), 0, nil)
    }

    public func quit() { g_application_quit(cast()) }
}
