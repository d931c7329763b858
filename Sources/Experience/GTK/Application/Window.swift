// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// A toplevel window without a title bar of its own: its content brings a ``HeaderBar``.
@MainActor open class Window: Widget {
    /// - Parameters:
    ///   - application: ends with its last window; nil for windows outside of one.
    ///   - width: pixels of the style, as long as the person does not resize it.
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
    /// On the screen, while the window is put aside.
    private var place: Rectangle?
    private var returning: Connection?

    public var title: String {
        get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(cast(), newValue) }
    }

    public var isFullScreen: Bool {
        get { gtk_window_is_fullscreen(cast()) != 0 }
        set { if newValue { gtk_window_fullscreen(cast()) } else { gtk_window_unfullscreen(cast()) } }
    }

    /// Pixels of the style that it has, or would have if it were neither maximized nor full screen.
    public var normalSize: (width: Int, height: Int) {
        var width: Int32 = 0
        var height: Int32 = 0
        gtk_window_get_default_size(cast(), &width, &height)
        return (Int(width), Int(height))
    }

    public var isMaximized: Bool {
        get { gtk_window_is_maximized(cast()) != 0 }
        set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
    }

    /// Called when the window has become full screen or has stopped to be.
    public func onFullScreen(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("notify::fullscreened") { [weak self] (_: UnsafeMutableRawPointer) in
            guard let self else { return }
            handler(isFullScreen)
        }
    }

    /// Whether a person has put the window away.
    public var isMinimized: Bool { isWindowPutAway }

    public func minimize() { gtk_window_minimize(cast()) }

    /// Called when the window was put away or has come back, which not every desktop tells.
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
        // The surface may be kept for longer than its window, and must not keep what the handler has.
        on("unrealize") { [weak self] in self?.stateChange?.disconnect() }
    }

    /// Calls `body` once, when the first frame of the window has been handed to the display.
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

    public func setContent(_ content: Widget) {
        if hasApplication {
            adw_application_window_set_content(cast(), content.widget)
        } else {
            adw_window_set_content(cast(), content.widget)
        }
    }

    public func present() { gtk_window_present(cast()) }

    /// Takes the window off the screen until ``present()`` shows it again, where it was if programs may place windows here.
    public func putAside() {
        place = isMaximized || isFullScreen ? nil : X11Surface(of: self)?.frame
        returning =
            returning
            ?? on("map") { [weak self] in
                // The surface is made, but the window manager knows it only after the frame that is under way.
                MainLoop.call { self?.takePlace() }
            }
        isVisible = false
    }

    private func takePlace() {
        guard let place else { return }
        self.place = nil
        X11Surface(of: self)?.place(place)
    }

    /// Asks to close, as the person's close button does.
    public func close() { gtk_window_close(cast()) }

    /// Called before the window goes away, however that came about.
    public func onClose(_ handler: @escaping @MainActor () -> Void) {
        on(
            "close-request",
            answer: { () -> Bool in
                handler()
                return false
            })
    }
}
