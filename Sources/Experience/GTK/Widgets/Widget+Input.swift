// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The kind of pointing device.
public enum PointingDevice: Sendable {
    /// A mouse or touchpad, or a finger on the screen.
    case pointer, touch
}

extension Widget {
    /// Handles key presses that reach the widget or bubble up to it; returning true stops propagation.
    /// - Parameter beforeChildren: also handles keys for its descendants, before they do.
    public func onKey(beforeChildren: Bool = false, _ handler: @escaping @MainActor (KeyboardKey, KeyModifiers) -> Bool) {
        let keys = Object(adopting: gtk_event_controller_key_new())
        if beforeChildren { gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE) }
        keys.on(
            "key-pressed",
            answer: { (symbol: UInt32, _: UInt32, state: UInt32) -> Bool in
                handler(KeyboardKey(symbol: symbol), KeyModifiers(gdk: state))
            })
        gtk_widget_add_controller(widget, keys.retained.opaque)
    }

    /// Observes every key press directed at the widget or a descendant, whoever handles it.
    public func onAnyKey(_ handler: @escaping @MainActor () -> Void) {
        let keys = Object(adopting: gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE)
        keys.on(
            "key-pressed",
            answer: { (_: UInt32, _: UInt32, _: UInt32) -> Bool in
                handler()
                return false
            })
        gtk_widget_add_controller(widget, keys.retained.opaque)
    }

    /// Observes pointer movement over the widget and its descendants, in the widget's coordinates.
    public func onPointer(moved: @escaping @MainActor (_ x: Double, _ y: Double) -> Void, left: @escaping @MainActor () -> Void) {
        let motion = Object(adopting: gtk_event_controller_motion_new())
        motion.on("enter") { (x: Double, y: Double) in moved(x, y) }
        motion.on("motion") { (x: Double, y: Double) in moved(x, y) }
        motion.on("leave", left)
        gtk_widget_add_controller(widget, motion.retained.opaque)
    }

    /// Taps and primary clicks; `count` is 2 for the second click of a double click, and so on; `x` is in the widget's coordinates.
    public func onTap(_ handler: @escaping @MainActor (_ count: Int, _ x: Double, _ device: PointingDevice) -> Void) {
        let click = Object(adopting: gtk_gesture_click_new())
        click.on("released") { [unowned click] (count: Int32, x: Double, _: Double) in
            let device = gtk_event_controller_get_current_event_device(click.opaque)
            let isTouch = device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
            handler(Int(count), x, isTouch ? .touch : .pointer)
        }
        gtk_widget_add_controller(widget, click.retained.opaque)
    }

    /// Called with true after a long press, which then isn't a tap, and with false when the finger is lifted.
    public func onHold(_ handler: @escaping @MainActor (Bool) -> Void) {
        let press = Object(adopting: gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(press.opaque, 1)
        press.on("pressed") { [unowned press] (_: Double, _: Double) in
            _ = gtk_gesture_set_state(press.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            handler(true)
        }
        press.on("end") { handler(false) }
        gtk_widget_add_controller(widget, press.retained.opaque)
    }

    /// Pinch gestures; above 1 the fingers are further apart than at the start.
    public func onPinch(_ handler: @escaping @MainActor (_ scale: Double) -> Void) {
        let zoom = Object(adopting: gtk_gesture_zoom_new())
        zoom.on("scale-changed") { (scale: Double) in handler(scale) }
        gtk_widget_add_controller(widget, zoom.retained.opaque)
    }

    /// Drags with the primary button or a finger, in logical pixels from the start.
    public func onDrag(began: @escaping @MainActor () -> Void, moved: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        let drag = Object(adopting: gtk_gesture_drag_new())
        drag.on("drag-begin") { (_: Double, _: Double) in began() }
        drag.on("drag-update") { (x: Double, y: Double) in moved(x, y) }
        gtk_widget_add_controller(widget, drag.retained.opaque)
    }

    /// Steps of the wheel or the touchpad; positive is down.
    public func onScroll(_ handler: @escaping @MainActor (_ steps: Double) -> Void) {
        let scroll = Object(adopting: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
        scroll.on(
            "scroll",
            answer: { (_: Double, steps: Double) -> Bool in
                handler(steps)
                return true
            })
        gtk_widget_add_controller(widget, scroll.retained.opaque)
    }

    /// Called with true when the keyboard focus enters the widget or a descendant, with false when it leaves.
    public func onFocus(_ handler: @escaping @MainActor (Bool) -> Void) {
        let focus = Object(adopting: gtk_event_controller_focus_new())
        focus.on("enter") { handler(true) }
        focus.on("leave") { handler(false) }
        gtk_widget_add_controller(widget, focus.retained.opaque)
    }

    /// Called with true while a button or finger is pressed on the widget, whoever handles the event.
    func onPress(_ handler: @escaping @MainActor (Bool) -> Void) {
        let events = Object(adopting: gtk_event_controller_legacy_new())
        gtk_event_controller_set_propagation_phase(events.opaque, GTK_PHASE_CAPTURE)
        events.on(
            "event",
            answer: { (event: UnsafeMutableRawPointer) -> Bool in
                switch gdk_event_get_event_type(event.opaque) {
                case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: handler(true)
                case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: handler(false)
                default: break
                }
                return false
            })
        gtk_widget_add_controller(widget, events.retained.opaque)
    }
}
