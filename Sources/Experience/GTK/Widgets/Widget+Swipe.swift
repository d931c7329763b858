// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A touchpad scroll gesture.
public enum PadMotion: Hashable, Sendable {
    /// Fingers were put on the touchpad, or have moved for the first time.
    case began
    /// Logical pixels by which content moves left and up since the last event.
    case moved(x: Double, y: Double)
    /// The fingers were lifted.
    case ended
}

extension Widget {
    /// A drag along one axis, reported once it exceeds a threshold, until it is released.
    ///
    /// It cancels clicks that began with the same press. Drags along the other axis are left to other handlers.
    /// - Parameters:
    /// - Parameters:
    ///   - axis: queried at the start of each drag.
    ///   - moved: receives logical pixels from the start, right or down.
    ///   - ended: the same; nil if another gesture has taken over.
    public func onSwipe(
        along axis: @escaping @MainActor () -> Axis, moved: @escaping @MainActor (Double) -> Void,
        ended: @escaping @MainActor (Double?) -> Void
    ) {
        let drag = Object(adopting: gtk_gesture_drag_new())
        let state = SwipeState()
        drag.on("drag-begin") { (_: Double, _: Double) in (state.axis, state.isFollowed) = (axis(), nil) }
        drag.on("drag-update") { [unowned drag] (x: Double, y: Double) in
            let (along, across) = state.axis == .horizontal ? (x, y) : (y, x)
            if state.isFollowed == nil, max(abs(along), abs(across)) >= Self.minSwipe {
                state.isFollowed = abs(along) > abs(across)
                if state.isFollowed == true { gtk_gesture_set_state(drag.opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
            }
            if state.isFollowed == true { moved(along) }
        }
        drag.on("drag-end") { (x: Double, y: Double) in
            guard state.isFollowed == true else { return }
            state.isFollowed = nil
            ended(state.axis == .horizontal ? x : y)
        }
        drag.on("cancel") {
            guard state.isFollowed == true else { return }
            state.isFollowed = nil
            ended(nil)
        }
        gtk_widget_add_controller(widget, drag.retained.opaque)
    }

    /// Drag threshold in logical pixels.
    public static var minSwipe: Double { 12 }

    /// Wheel steps along both axes (positive is down and towards the end), and touchpad gestures.
    /// - Parameters:
    ///   - handler: returns whether it handled the step; otherwise the event is passed to the surrounding widgets.
    ///   - fingers: the same for touchpad gestures; only where the display server distinguishes them from a wheel, as Wayland does.
    ///     Otherwise, or if nil, all are steps.
    public func onWheel(
        _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool, fingers: (@MainActor (PadMotion) -> Bool)? = nil
    ) {
        let scroll = Object(adopting: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
        scroll.on(
            "scroll",
            answer: { [unowned scroll] (x: Double, y: Double) -> Bool in
                guard let fingers, gtk_event_controller_scroll_get_unit(scroll.opaque) == GDK_SCROLL_UNIT_SURFACE else {
                    return handler(x, y)
                }
                return fingers(.moved(x: x, y: y))
            })
        if let fingers {
            scroll.on("scroll-begin") { _ = fingers(.began) }
            scroll.on("scroll-end") { _ = fingers(.ended) }
        }
        gtk_widget_add_controller(widget, scroll.retained.opaque)
    }

    /// Taps and primary clicks that hit one of the widgets directly rather than a descendant or a layer above; for the first
    /// widget, descendants count as well.
    public func onTap(on plain: [Widget], _ handler: @escaping @MainActor (_ count: Int, _ device: PointingDevice) -> Void) {
        let click = Object(adopting: gtk_gesture_click_new())
        let targets = plain.map { Unowned($0) }
        click.on("released") { [unowned click, weak self] (count: Int32, x: Double, y: Double) in
            guard let self, let hit = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT) else { return }
            let isPlain = targets.enumerated().contains { index, target in
                guard let target = target.widget?.widget else { return false }
                return hit == target || index == 0 && gtk_widget_is_ancestor(hit, target) != 0
            }
            guard isPlain || hit == widget else { return }
            let device = gtk_event_controller_get_current_event_device(click.opaque)
            let isTouch = device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
            handler(Int(count), isTouch ? .touch : .pointer)
        }
        gtk_widget_add_controller(widget, click.retained.opaque)
    }

    private struct Unowned {
        weak var widget: Widget?
        init(_ widget: Widget) { self.widget = widget }
    }

    /// Called with true when the widget is mapped, with false when it is unmapped.
    public func onMapped(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("map") { handler(true) }
        on("unmap") { handler(false) }
    }

    /// Called with true when the widget is added to a window, with false when it or an ancestor is removed from one.
    public func onRooted(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("notify::root") { [weak self] (_: UnsafeMutableRawPointer) in
            guard let self else { return }
            handler(gtk_widget_get_root(widget) != nil)
        }
    }
}

/// State of the current drag.
@MainActor private final class SwipeState {
    var axis = Axis.horizontal
    /// Nil while undecided.
    var isFollowed: Bool?
}
