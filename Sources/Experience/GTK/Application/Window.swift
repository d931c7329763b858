// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// A toplevel window without its own title bar: its content provides a ``HeaderBar``.
@MainActor open class Window: Widget {
    /// - Parameters:
    ///   - application: quits when its last window closes; nil for windows outside an application.
    ///   - width: in logical pixels, until the user resizes the window.
    public init(application: Application? = nil, title: String, width: Int, height: Int) {
        // GTK owns toplevels: their constructors return a borrowed reference.
        if let application {
            super.init(borrowing: adw_application_window_new(application.cast()))
        } else {
            super.init(borrowing: adw_window_new())
        }
        hasApplication = application != nil
        self.title = title
        gtk_window_set_default_size(cast(), Int32(width), Int32(height))
    }

    private var hasApplication = false
    private var stateChange: Connection?
    /// Frame on the screen before the window was put aside.
    private var restoredFrame: Rectangle?
    private var returning: Connection?

    /// The text in the title bar and in the desktop's lists of windows.
    public var title: String {
        get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(cast(), newValue) }
    }

    /// Whether the window fills the screen. Setting it asks the desktop, which may refuse or answer later.
    public var isFullScreen: Bool {
        get { gtk_window_is_fullscreen(cast()) != 0 }
        set { if newValue { gtk_window_fullscreen(cast()) } else { gtk_window_unfullscreen(cast()) } }
    }

    /// The size in logical pixels when neither maximized nor full screen.
    public var normalSize: (width: Int, height: Int) {
        var width: Int32 = 0
        var height: Int32 = 0
        gtk_window_get_default_size(cast(), &width, &height)
        return (Int(width), Int(height))
    }

    /// Resizes the window's content, in logical pixels. Nothing happens while the window is maximized or full screen.
    public func resize(width: Int, height: Int) {
        guard !isMaximized, !isFullScreen else { return }
        gtk_window_set_default_size(cast(), Int32(max(width, 1)), Int32(max(height, 1)))
    }

    /// The size of the screen that shows the window, in logical pixels; nil while no screen does.
    public var screenSize: (width: Int, height: Int)? {
        guard let surface = gtk_native_get_surface(opaque), let display = gdk_display_get_default(),
            let monitor = gdk_display_get_monitor_at_surface(display, surface)
        else { return nil }
        var frame = GdkRectangle()
        gdk_monitor_get_geometry(monitor, &frame)
        return (Int(frame.width), Int(frame.height))
    }

    /// Whether the window is maximized. Setting it asks the desktop, which may refuse or answer later.
    public var isMaximized: Bool {
        get { gtk_window_is_maximized(cast()) != 0 }
        set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
    }

    /// Called when the window enters or leaves full screen.
    public func onFullScreen(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("notify::fullscreened") { [weak self] (_: UnsafeMutableRawPointer) in
            guard let self else { return }
            handler(isFullScreen)
        }
    }

    /// Whether the window is minimized.
    public var isMinimized: Bool { isWindowPutAway }

    /// Minimizes the window. Nothing happens if the desktop doesn't support it.
    public func minimize() { gtk_window_minimize(cast()) }

    /// Called when the window is minimized or restored. Not every desktop reports this.
    public func onMinimized(_ handler: @escaping @MainActor (Bool) -> Void) {
        var wasMinimized = false
        on("realize") { [weak self] in
            guard let self, let pointer = gtk_native_get_surface(opaque) else { return }
            let surface = Object(borrowing: pointer)
            stateChange = surface.on("notify::state") { [weak self] (_: UnsafeMutableRawPointer) in
                guard let self, isMinimized != wasMinimized else { return }
                wasMinimized.toggle()
                handler(wasMinimized)
            }
        }
        // The surface may outlive its window and must not keep the handler's captures alive.
        on("unrealize") { [weak self] in self?.stateChange?.disconnect() }
    }

    /// Calls `body` once, after the first frame of the window has been presented.
    public func onFirstFrame(_ body: @escaping @MainActor () -> Void) {
        var painting: Connection?
        on("map") { [weak self] in
            guard let self, painting == nil, let pointer = gtk_widget_get_frame_clock(widget) else { return }
            let clock = Object(borrowing: pointer)
            painting = clock.on("after-paint") {
                painting?.disconnect()
                body()
            }
        }
    }

    /// Replaces everything in the window, the former content included.
    public func setContent(_ content: Widget) {
        if hasApplication {
            adw_application_window_set_content(cast(), content.widget)
        } else {
            adw_window_set_content(cast(), content.widget)
        }
    }

    /// Shows the window, above others if the desktop permits.
    public func present() { gtk_window_present(cast()) }

    /// Hides the window until ``present()`` shows it again, at the same position where the display lets programs place windows.
    public func putAside() {
        restoredFrame = isMaximized || isFullScreen ? nil : X11Surface(of: self)?.frame
        returning =
            returning
            ?? on("map") { [weak self] in
                // The surface exists, but the window manager knows it only after the current frame.
                MainLoop.call { self?.takePlace() }
            }
        isVisible = false
    }

    private func takePlace() {
        guard let restoredFrame else { return }
        self.restoredFrame = nil
        X11Surface(of: self)?.place(restoredFrame)
    }

    /// Asks to close, as the window's close button does.
    public func close() { gtk_window_close(cast()) }

    /// Called before the window closes, whatever the reason.
    public func onClose(_ handler: @escaping @MainActor () -> Void) {
        on(
            "close-request",
            answer: { () -> Bool in
                handler()
                return false
            })
    }
}
