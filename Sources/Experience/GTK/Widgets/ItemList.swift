// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A cell of an ``ItemList``: made once, and shown for one item after the other.
@MainActor open class ItemCell<Item>: Box {
    /// Of the item that it shows; nil when it is put by.
    public fileprivate(set) var index: Int?
    /// Around the cell, which has the focus in its place.
    fileprivate var holder: Widget?

    /// - Parameter item: nil when the cell is put by.
    open func show(_ item: Item?) {}
    /// The keyboard is at the item, or leaves it.
    open func focusChanged(_ isFocused: Bool) {}
}

/// How the cells of an ``ItemList`` lie.
public enum ItemArrangement: Hashable, Sendable {
    /// Beside each other, as high as the list; it scrolls sideways.
    case row
    /// So many beside each other, sharing the width; it scrolls down.
    case grid(columns: Int)
}

/// A row or a grid of any length, with cells only for what is to be seen and a little around it.
public final class ItemList<Item: Equatable>: Widget {
    private let model = Object(adopting: gtk_string_list_new(nil))
    private let view: Widget
    private let arrangement: ItemArrangement
    private let title: @MainActor (Item) -> String
    private let sides: [Object]
    private var bound: [ObjectIdentifier: ItemCell<Item>] = [:]
    private var isLookDue = false
    private var tellsSeen: [Int: Double] = [:]
    private var tellsRoom = (width: 0, height: 0)
    /// How many cells were made.
    public private(set) var cells = 0

    /// Told the part of each item in view, 0...1, whenever that has changed.
    public var onSeen: (@MainActor ([Int: Double]) -> Void)?
    /// Told how much room the list has, in pixels of the style.
    public var onRoom: (@MainActor (_ width: Int, _ height: Int) -> Void)?

    /// - Parameters:
    ///   - name: of the list, for assistive technology.
    ///   - title: of an item, for assistive technology.
    ///   - makeCell: makes a few more than there are in sight.
    ///   - onActivate: called with the index of what a person chose.
    public init(
        _ arrangement: ItemArrangement, name: String, title: @escaping @MainActor (Item) -> String,
        makeCell: @escaping @MainActor () -> ItemCell<Item>, onActivate: @escaping @MainActor (Int) -> Void
    ) {
        self.arrangement = arrangement
        self.title = title
        let factory = Object(adopting: gtk_signal_list_item_factory_new())
        let selection = gtk_no_selection_new(model.retained.opaque)!
        switch arrangement {
        case .row:
            view = Widget(adopting: gtk_list_view_new(selection.raw.opaque, factory.retained.opaque))
            gtk_orientable_set_orientation(view.opaque, GTK_ORIENTATION_HORIZONTAL)
            gtk_list_view_set_single_click_activate(view.opaque, 1)
        case .grid(let columns):
            view = Widget(adopting: gtk_grid_view_new(selection.raw.opaque, factory.retained.opaque))
            gtk_grid_view_set_min_columns(view.opaque, guint(max(1, columns)))
            gtk_grid_view_set_max_columns(view.opaque, guint(max(1, columns)))
            gtk_grid_view_set_single_click_activate(view.opaque, 1)
        }
        let scrolled = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_child(scrolled.raw.opaque, view.widget)
        let isRow = arrangement == .row
        gtk_scrolled_window_set_policy(
            scrolled.raw.opaque, isRow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, isRow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC)
        sides = [gtk_scrolled_window_get_hadjustment(scrolled.raw.opaque), gtk_scrolled_window_get_vadjustment(scrolled.raw.opaque)]
            .compactMap { $0.map { Object(borrowing: $0) } }
        super.init(adopting: scrolled)
        view.accessibleName(name)
        view.cssClass("items")
        listen(to: factory, makeCell, onActivate)
    }

    private func listen(
        to factory: Object, _ makeCell: @escaping @MainActor () -> ItemCell<Item>, _ onActivate: @escaping @MainActor (Int) -> Void
    ) {
        factory.on("setup") { [weak self] (place: UnsafeMutableRawPointer) in
            guard let self else { return }
            let cell = makeCell()
            cells += 1
            if isRightToLeft { cell.setDirection(rightToLeft: true) }
            gtk_list_item_set_child(place.opaque, cell.widget)
        }
        factory.on("bind") { [weak self] (place: UnsafeMutableRawPointer) in self?.bind(place.opaque) }
        factory.on("unbind") { [weak self] (place: UnsafeMutableRawPointer) in self?.unbind(place.opaque) }
        view.on("activate") { (index: UInt32) in onActivate(Int(index)) }
        for side in sides {
            side.on("value-changed") { [weak self] in self?.lookSoon() }
            side.on("changed") { [weak self] in self?.lookSoon() }
        }
        onMapped { [weak self] _ in self?.lookSoon() }
    }

    /// Changing them makes new cells only where they differ, so that the place in the list stays.
    public var items: [Item] = [] {
        didSet {
            guard items != oldValue else { return }
            let change = ListChange(from: oldValue, to: items)
            var texts = [UnsafePointer<CChar>?](repeating: g_intern_static_string(""), count: change.inserted)
            texts.append(nil)
            gtk_string_list_splice(model.opaque, guint(change.start), guint(change.removed), &texts)
            lookSoon()
        }
    }

    /// The cell that shows an item now; nil when none does.
    public func cell(at index: Int) -> ItemCell<Item>? { bound.values.first { $0.index == index } }

    /// All cells that show an item now.
    public var boundCells: [ItemCell<Item>] { Array(bound.values) }

    public func scroll(to index: Int) {
        guard items.indices.contains(index) else { return }
        gtk_widget_activate_action_variant(view.widget, "list.scroll-to-item", g_variant_new_uint32(guint(index)))
    }

    /// As the wheel does.
    /// - Parameter pixels: of the style, to the end; negative for back.
    /// - Returns: false where the list is at its end that way.
    public func scroll(by pixels: Double) -> Bool {
        guard let side = arrangement == .row ? sides.first : sides.last else { return false }
        let former = gtk_adjustment_get_value(side.cast())
        gtk_adjustment_set_value(side.cast(), former + pixels)
        return gtk_adjustment_get_value(side.cast()) != former
    }

    private func bind(_ place: OpaquePointer) {
        guard let child = gtk_list_item_get_child(place), let cell: ItemCell<Item> = Object.existing(child) else { return }
        let index = Int(gtk_list_item_get_position(place))
        guard items.indices.contains(index) else { return }
        bound[ObjectIdentifier(cell)] = cell
        cell.index = index
        cell.show(items[index])
        // It is the place around the cell that has the focus.
        if let parent = gtk_widget_get_parent(child) {
            let holder: Widget = Object.existing(parent) ?? Widget(borrowing: parent)
            holder.accessibleName(title(items[index]))
            if cell.holder !== holder {
                cell.holder = holder
                holder.onFocus { [weak cell] in cell?.focusChanged($0) }
            }
        }
        lookSoon()
    }

    private func unbind(_ place: OpaquePointer) {
        guard let child = gtk_list_item_get_child(place), let cell: ItemCell<Item> = Object.existing(child) else { return }
        bound[ObjectIdentifier(cell)] = nil
        cell.index = nil
        cell.show(nil)
    }

    private func lookSoon() {
        guard !isLookDue else { return }
        isLookDue = true
        MainLoop.afterRedraw { [weak self] in
            self?.isLookDue = false
            self?.look()
        }
    }

    private func look() {
        if width > 0, height > 0, (width, height) != tellsRoom {
            tellsRoom = (width, height)
            onRoom?(width, height)
            // Cells take their size from it by the next frame, and where they all fit nothing else tells that they did.
            afterNextFrame { [weak self] in self?.lookSoon() }
        }
        let seen = isMapped ? seenParts : [:]
        guard seen != tellsSeen else { return }
        tellsSeen = seen
        onSeen?(seen)
    }

    private var seenParts: [Int: Double] {
        var parts: [Int: Double] = [:]
        for cell in bound.values {
            guard let index = cell.index, cell.isMapped, cell.width > 0, cell.height > 0, let corner = place(of: cell, x: 0, y: 0) else {
                continue
            }
            let across = min(corner.x + Double(cell.width), Double(width)) - max(corner.x, 0)
            let down = min(corner.y + Double(cell.height), Double(height)) - max(corner.y, 0)
            guard across > 0, down > 0 else { continue }
            parts[index] = min(1, across * down / Double(cell.width * cell.height))
        }
        return parts
    }
}
