// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Pages that are swiped: the current page follows the finger, the next one comes in behind it, and both settle on release.
public final class SwipeStage: Widget, Drawn {
    private static let type = DrawnType.registerContainer("WindowboxSwipeStage", parent: gtk_widget_get_type())
    /// The stiffness of the animation if there was no swipe.
    private static let stiffness = 20.0
    /// Fraction of the pull that a page follows if there is no neighbour.
    private static let give = 0.25

    private var pages: [Widget] = []
    private var shown: Widget?
    /// The page visible next to the shown one during movement.
    private var beside: (page: Widget, side: Double)?
    private var axis = Axis.horizontal
    /// Displacement of the shown page in logical pixels, right or down.
    private var offset = 0.0
    private var spring: (value: Spring, began: Double?)?
    private var isTicking = false
    /// Called when everything has come to rest and nothing is being dragged.
    public var onRest: (@MainActor () -> Void)?

    public init() {
        super.init(type: Self.type)
        gtk_widget_set_layout_manager(widget, gtk_bin_layout_new())
        clipsContent()
    }

    /// Adds a page, which isn't shown until ``show(_:_:velocity:)``.
    public func add(_ page: Widget) {
        pages.append(page)
        gtk_widget_set_parent(page.widget, widget)
        gtk_widget_set_child_visible(page.widget, 0)
    }

    /// - Precondition: the page was added.
    public func remove(_ page: Widget) {
        pages.removeAll { $0 === page }
        if beside?.page === page { beside = nil }
        if shown === page { shown = nil }
        gtk_widget_unparent(page.widget)
    }

    /// Whether a page is the one shown, or the one that a movement leads to.
    public func isShowing(_ page: Widget) -> Bool { shown === page }
    /// Pages are moving, or are displaced by a drag.
    public var isMoving: Bool { offset != 0 || spring != nil }
    /// Displacement of the shown page in logical pixels, right or down; for tests and for synchronised animations.
    public var displacement: Double { offset }

    /// Brings in a page, from where a drag has left it or from the side given by the entrance. Does nothing if it is already shown.
    /// - Precondition: the page was added.
    public func show(_ page: Widget, _ entrance: Stage.Entrance = .atOnce, velocity: Double = 0) {
        guard page !== shown else { return }
        let previous = shown
        shown = page
        guard let previous, let way = entrance.way, wantsMovement, extent(way.axis) > 0 else {
            (beside, offset, spring) = (nil, 0, nil)
            return showPages()
        }
        // Start from its current position if it is visible, otherwise beyond the edge, next to the previous page.
        let pulled = axis == way.axis ? offset : 0
        axis = way.axis
        offset = pulled + way.side * extent(axis)
        beside = (previous, -way.side)
        startSpring(velocity)
        showPages()
    }

    // MARK: Swiping

    /// Displaces the shown page.
    /// - Parameters:
    ///   - distance: logical pixels, right or down.
    ///   - neighbour: the page behind it; if nil, the shown page resists.
    public func pull(_ axis: Axis, by distance: Double, neighbour: Widget?) {
        spring = nil
        self.axis = axis
        let neighbour = neighbour === shown ? nil : neighbour
        let extent = extent(axis)
        offset = min(max(neighbour == nil ? distance * Self.give : distance, -extent), extent)
        beside = neighbour.map { ($0, distance < 0 ? 1 : -1) }
        showPages()
    }

    /// Lets the shown page return to its position.
    /// - Parameter velocity: logical pixels per second, right or down.
    public func release(velocity: Double = 0) {
        guard offset != 0, wantsMovement else { return finish() }
        startSpring(velocity)
    }

    private func startSpring(_ velocity: Double) {
        spring = (Spring(distance: offset, velocity: velocity, stiffness: Self.stiffness), nil)
        guard !isTicking else { return }
        isTicking = true
        onTick { [weak self] in self?.tick(at: $0) ?? false }
    }

    private func tick(at time: Double) -> Bool {
        guard let spring else {
            isTicking = false
            return false
        }
        // Its first frame already shows the first step.
        let began = spring.began ?? time - (frameInterval ?? 0)
        self.spring?.began = began
        offset = spring.value.distance(after: time - began)
        guard spring.value.isAtRest(after: time - began) else {
            redraw()
            return true
        }
        isTicking = false
        finish()
        return false
    }

    private func finish() {
        (offset, spring, beside) = (0, nil, nil)
        showPages()
        onRest?()
    }

    private func extent(_ axis: Axis) -> Double { Double(axis == .horizontal ? width : height) }

    private func showPages() {
        for page in pages {
            let isSeen = page === shown || page === beside?.page
            if (gtk_widget_get_child_visible(page.widget) != 0) != isSeen {
                gtk_widget_set_child_visible(page.widget, isSeen.gboolean)
                if isSeen { gtk_widget_queue_allocate(page.widget) }
            }
        }
        redraw()
    }

    func draw(on canvas: Canvas) {
        for (page, displacement) in [(beside?.page, offset + (beside?.side ?? 0) * extent(axis)), (shown, offset)] {
            guard let page else { continue }
            gtk_snapshot_save(canvas.snapshot)
            let pixels = Float(displacement.rounded())
            var point = axis == .horizontal ? graphene_point_t(x: pixels, y: 0) : graphene_point_t(x: 0, y: pixels)
            gtk_snapshot_translate(canvas.snapshot, &point)
            gtk_widget_snapshot_child(widget, page.widget, canvas.snapshot)
            gtk_snapshot_restore(canvas.snapshot)
        }
    }
}

extension Stage.Entrance {
    /// The axis, and the side where the page comes from: 1 is right or below.
    fileprivate var way: (axis: Axis, side: Double)? {
        switch self {
        case .atOnce: nil
        case .fromLeft: (.horizontal, -1)
        case .fromRight: (.horizontal, 1)
        case .fromAbove: (.vertical, -1)
        case .fromBelow: (.vertical, 1)
        }
    }
}
