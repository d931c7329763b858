// SPDX-License-Identifier: Apache-2.0

import CGTK

/// What fingers do on a touch pad.
public enum PadMotion: Hashable, Sendable {
    case began
    /// Pixels of the style since the last one by which content is to go up and to the left.
    case moved(x: Double, y: Double)
    case ended
}

extension Widget {
    /// A drag along one axis, from the moment at which it is far enough to mean something until the button or the finger is let go.
    ///
    /// Clicks that began with it mean nothing any more. A drag along the other axis stays what others make of it.
    /// - Parameters:
    ///   - axis: asked at the beginning of each drag.
    ///   - moved: given pixels of the style from where it began, right or down.
    ///   - ended: the same; nil where something else has taken the drag over.
    public func onSwipe(
        along axis: @escaping @MainActor () -> Axis, moved: @escaping @MainActor (Double) -> Void,
        ended: @escaping @MainActor (Double?) -> Void
    ) {
        let drag = Object(adopting: gtk_gesture_drag_new())
        let state = SwipeState()
        drag.on("drag-begin") { (_: Double, _: Double) in (state.axis, state.isFollowed) = (axis(), nil) }
        drag.on("drag-update") { [unowned drag] (x: Double, y: Double) in
            let (along, across) = state.axis == .horizontal ? (x, y) : (y, x)
            if state.isFollowed == nil, max(abs(along), abs(across)) >= Self.leastSwipe {
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

    /// Pixels of the style that a press may tremble.
    public static var leastSwipe: Double { 12 }

    /// Steps of the wheel in both directions, down and to the end being positive, and the ways of fingers on a touch pad.
    /// - Parameters:
    ///   - handler: whether steps meant anything: what meant nothing goes on to whatever is around the widget.
    ///   - fingers: the same of fingers; only where the display server tells them from a wheel, as Wayland does, else they are steps.
    ///     Nil: all are steps.
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

    /// Taps and clicks of the first button that hit one of some widgets itself, and not what lies above or in it; of the first of
    /// them also what is in it.
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

    /// True when the widget comes to be on a visible page of its window, false when it no longer is.
    public func onMapped(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("map") { handler(true) }
        on("unmap") { handler(false) }
    }

    /// True when the widget comes to be in a window, false when it, or anything around it, is taken out of one.
    public func onRooted(_ handler: @escaping @MainActor (Bool) -> Void) {
        on("notify::root") { [weak self] (_: UnsafeMutableRawPointer) in
            guard let self else { return }
            handler(gtk_widget_get_root(widget) != nil)
        }
    }
}

/// Of a drag that is under way.
@MainActor private final class SwipeState {
    var axis = Axis.horizontal
    /// Nil: not decided yet.
    var isFollowed: Bool?
}
