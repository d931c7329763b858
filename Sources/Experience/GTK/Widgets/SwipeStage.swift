// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Pages of which one is shown, and which are pulled to the next one by hand: the page follows, the next one comes in behind it, and
/// both settle when it is let go.
public final class SwipeStage: Widget, Drawn {
    private static let type = DrawnType.registerContainer("WindowboxSwipeStage", parent: gtk_widget_get_type())
    /// Of the way in, where nobody has pulled.
    private static let stiffness = 20.0
    /// A page behind which there is none gives way by so much of what it is pulled.
    private static let give = 0.25

    private var pages: [Widget] = []
    private var shown: Widget?
    /// What is seen beside the page that is shown, while they move.
    private var beside: (page: Widget, side: Double)?
    private var axis = Axis.horizontal
    /// Pixels of the style that the shown page is away from its place, right or down.
    private var offset = 0.0
    private var spring: (value: Spring, began: Double?)?
    private var isTicking = false
    /// Called when nothing moves any more, and no hand holds anything away from its place.
    public var onRest: (@MainActor () -> Void)?

    public init() {
        super.init(type: Self.type)
        gtk_widget_set_layout_manager(widget, gtk_bin_layout_new())
        clipsContent()
    }

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

    public func isShowing(_ page: Widget) -> Bool { shown === page }
    /// Pages are on their way, or held away from their place.
    public var isMoving: Bool { offset != 0 || spring != nil }
    /// Pixels of the style that the shown page is away from its place, right or down; for tests and for what goes along with it.
    public var displacement: Double { offset }

    /// Brings a page in, from where a hand has left it or from the side that the entrance says. The page that is shown stays.
    /// - Precondition: the page was added.
    public func show(_ page: Widget, _ entrance: Stage.Entrance = .atOnce, velocity: Double = 0) {
        guard page !== shown else { return }
        let former = shown
        shown = page
        guard let former, let way = entrance.way, wantsMovement, extent(way.axis) > 0 else {
            (beside, offset, spring) = (nil, 0, nil)
            return showPages()
        }
        // From where it is seen already, else from behind the edge, which is where the former one ends.
        let pulled = axis == way.axis ? offset : 0
        axis = way.axis
        offset = pulled + way.side * extent(axis)
        beside = (former, -way.side)
        settle(velocity)
        showPages()
    }

    // MARK: By hand

    /// Moves the shown page away from its place.
    /// - Parameters:
    ///   - distance: pixels of the style, right or down.
    ///   - neighbour: what comes in behind it; nil: nothing, and it gives way less.
    public func pull(_ axis: Axis, by distance: Double, neighbour: Widget?) {
        spring = nil
        self.axis = axis
        let neighbour = neighbour === shown ? nil : neighbour
        let extent = extent(axis)
        offset = min(max(neighbour == nil ? distance * Self.give : distance, -extent), extent)
        beside = neighbour.map { ($0, distance < 0 ? 1 : -1) }
        showPages()
    }

    /// Lets the shown page go back to its place.
    /// - Parameter velocity: pixels of the style a second, right or down.
    public func release(velocity: Double = 0) {
        guard offset != 0, wantsMovement else { return rest() }
        settle(velocity)
    }

    private func settle(_ velocity: Double) {
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
        // The frame in which it begins shows the first step already.
        let began = spring.began ?? time - (frameInterval ?? 0)
        self.spring?.began = began
        offset = spring.value.distance(after: time - began)
        guard spring.value.isAtRest(after: time - began) else {
            redraw()
            return true
        }
        isTicking = false
        rest()
        return false
    }

    private func rest() {
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
        for (page, place) in [(beside?.page, offset + (beside?.side ?? 0) * extent(axis)), (shown, offset)] {
            guard let page else { continue }
            gtk_snapshot_save(canvas.snapshot)
            let pixels = Float(place.rounded())
            var point = axis == .horizontal ? graphene_point_t(x: pixels, y: 0) : graphene_point_t(x: 0, y: pixels)
            gtk_snapshot_translate(canvas.snapshot, &point)
            gtk_widget_snapshot_child(widget, page.widget, canvas.snapshot)
            gtk_snapshot_restore(canvas.snapshot)
        }
    }
}

extension Stage.Entrance {
    /// Along which axis, and at which side the page was: 1 is right or below.
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
