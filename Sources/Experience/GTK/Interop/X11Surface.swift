// SPDX-License-Identifier: Apache-2.0

import CGTK
import CX11
import WindowboxMedia

/// X11 window-manager requests that GTK has no functions for.
@MainActor struct X11Surface {
    private let display: OpaquePointer
    private let window: CX11.Window

    /// Nil before the window is mapped, and if the display is not X11.
    init?(of widget: Widget) {
        guard let surface = gtk_native_get_surface(widget.opaque) else { return nil }
        guard g_type_check_instance_is_a(surface.raw.cast(), gdk_x11_surface_get_type()) != 0,
            let display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface).raw)
        else { return nil }
        self.display = display
        window = gdk_x11_surface_get_xid(surface.raw)
    }

    static var isOffered: Bool {
        guard let display = gdk_display_get_default() else { return false }
        return g_type_check_instance_is_a(display.raw.cast(), gdk_x11_display_get_type()) != 0
    }

    /// Keeps the window above others, on all workspaces, and out of the taskbar.
    func keepAbove() {
        for state in ["_NET_WM_STATE_ABOVE", "_NET_WM_STATE_STICKY", "_NET_WM_STATE_SKIP_TASKBAR"] {
            var event = XEvent()
            event.xclient.type = ClientMessage
            event.xclient.window = window
            event.xclient.message_type = XInternAtom(display, "_NET_WM_STATE", 0)
            event.xclient.format = 32
            // EWMH: 1 = add the state, 1 = the source is an application.
            event.xclient.data.l = (1, Int(XInternAtom(display, state, 0)), 0, 1, 0)
            XSendEvent(display, XDefaultRootWindow(display), 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
        }
        XFlush(display)
    }

    /// Whether the window manager reports it as above others.
    var isAbove: Bool {
        var type: Atom = 0
        var format: Int32 = 0
        var count: UInt = 0
        var rest: UInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        let name = XInternAtom(display, "_NET_WM_STATE", 0)
        let status = XGetWindowProperty(display, window, name, 0, 64, 0, Atom(XA_ATOM), &type, &format, &count, &rest, &data)
        guard status == 0, let data else { return false }
        defer { XFree(data) }
        guard format == 32 else { return false }
        let above = XInternAtom(display, "_NET_WM_STATE_ABOVE", 0)
        return data.withMemoryRebound(to: Atom.self, capacity: Int(count)) {
            UnsafeBufferPointer(start: $0, count: Int(count)).contains(above)
        }
    }

    /// Frame in device pixels of the screen.
    var frame: Rectangle? {
        var attributes = XWindowAttributes()
        guard XGetWindowAttributes(display, window, &attributes) != 0 else { return nil }
        var x: Int32 = 0
        var y: Int32 = 0
        var child: CX11.Window = 0
        XTranslateCoordinates(display, window, XDefaultRootWindow(display), 0, 0, &x, &y, &child)
        return Rectangle(x: Double(x), y: Double(y), width: Double(attributes.width), height: Double(attributes.height))
    }

    /// Pointer position in device pixels of the screen.
    var pointer: (x: Double, y: Double)? {
        var root: CX11.Window = 0
        var child: CX11.Window = 0
        var frame: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        var mask: UInt32 = 0
        guard XQueryPointer(display, XDefaultRootWindow(display), &root, &child, &frame.0, &frame.1, &frame.2, &frame.3, &mask) != 0 else {
            return nil
        }
        return (Double(frame.0), Double(frame.1))
    }

    /// Screen size in device pixels.
    var screen: Rectangle {
        let number = XDefaultScreen(display)
        return Rectangle(
            x: 0, y: 0, width: Double(XDisplayWidth(display, number)), height: Double(XDisplayHeight(display, number)))
    }

    func place(_ frame: Rectangle) {
        XMoveResizeWindow(
            display, window, Int32(frame.x.rounded()), Int32(frame.y.rounded()), UInt32(frame.width.rounded()),
            UInt32(frame.height.rounded()))
        XFlush(display)
    }
}
