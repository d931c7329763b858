// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// The application as the desktop sees it, and its main loop.
public final class Application: Object {
    /// Whether there is a display to show windows on.
    ///
    /// The first access connects to it; all other calls in this module need it.
    public static var hasDisplay: Bool { isReady }

    /// Sets up the environment variables and the initial theme. Optional: ``hasDisplay`` does the same, but by then other threads
    /// may be reading the environment.
    public static func prepare() { isPrepared }

    private static let isPrepared: Void = {
        RenderPath.spareGraphics()
        ThemeBootstrap.prepare()
    }()

    private static let isReady: Bool = {
        isPrepared
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        // GTK knows the direction of the locale, which isn't installed on every machine that has the language.
        if InterfaceLanguage.isRightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
        RenderPath.chooseRenderer()
        return true
    }()

    /// - Parameters:
    ///   - id: reverse domain name, such as `org.example.Player`.
    ///   - isUnique: one process serves all launches in a session, see ``handOver(_:hint:)``; otherwise each launch is a separate process.
    ///   - activate: builds the first window; if `isUnique`, it is also called when the program is launched again.
    public init(id: String, isUnique: Bool = false, activate: @escaping @MainActor (Application) -> Void) {
        _ = Self.hasDisplay
        super.init(adopting: adw_application_new(id, isUnique ? G_APPLICATION_HANDLES_OPEN : G_APPLICATION_NON_UNIQUE))
        on("activate") { [unowned self] in activate(self) }
    }

    /// Runs the main loop, which also drives the main actor, until the last window is closed.
    ///
    /// Call it from a synchronous `main`: after the first suspension of an asynchronous `main`, the main actor runs on another thread.
    /// - Returns: the exit status.
    public func run() -> Int32 {
        MainQueue.serve()
        return g_application_run(cast(), 0, nil)
    }

    /// Ends the main loop, so that ``run()`` returns even if windows are open.
    public func quit() { g_application_quit(cast()) }
}
