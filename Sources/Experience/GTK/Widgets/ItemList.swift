// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A reusable cell of an ``ItemList``.
@MainActor open class ItemCell<Item>: Box {
    /// The index of the shown item; nil while the cell is unused.
    public fileprivate(set) var index: Int?
    /// The list's widget around the cell, which takes the focus.
    fileprivate var holder: Widget?

    /// - Parameter item: nil when the cell is recycled.
    open func show(_ item: Item?) {}
    /// Called when the keyboard focus enters or leaves the item.
    open func focusChanged(_ isFocused: Bool) {}
}

/// The layout of an ``ItemList``.
public enum ItemArrangement: Hashable, Sendable {
    /// A single row as high as the list; scrolls horizontally.
    case row
    /// A grid of equally wide columns; scrolls vertically.
    case grid(columns: Int)
}

/// A row or grid of any length, with cells only for visible items and a few around them.
public final class ItemList<Item: Equatable>: Widget {
    private let model = Object(adopting: gtk_string_list_new(nil))
    private let view: Widget
    private let arrangement: ItemArrangement
    private let title: @MainActor (Item) -> String
    private let adjustments: [Object]
    private var bound: [ObjectIdentifier: ItemCell<Item>] = [:]
    private var isUpdateDue = false
    private var reportedParts: [Int: Double] = [:]
    private var reportedSize = (width: 0, height: 0)
    /// The number of cells created.
    public private(set) var cells = 0

    /// Called when visibility changes, with the visible fraction of each item in view, 0...1.
    public var onSeen: (@MainActor ([Int: Double]) -> Void)?
    /// Called with the list's size in logical pixels.
    public var onSizeChange: (@MainActor (_ width: Int, _ height: Int) -> Void)?

    /// - Parameters:
    ///   - name: the list's accessible name.
    ///   - title: an item's accessible name.
    ///   - makeCell: called for slightly more cells than are visible.
    ///   - onActivate: called with the index of the activated item.
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
        adjustments = [gtk_scrolled_window_get_hadjustment(scrolled.raw.opaque), gtk_scrolled_window_get_vadjustment(scrolled.raw.opaque)]
            .compactMap { $0.map { Object(borrowing: $0) } }
        super.init(adopting: scrolled)
        view.accessibleName(name)
        view.cssClass("items")
        listen(to: factory, makeCell, onActivate)
    }

    private func listen(
        to factory: Object, _ makeCell: @escaping @MainActor () -> ItemCell<Item>, _ onActivate: @escaping @MainActor (Int) -> Void
    ) {
        factory.on("setup") { [weak self] (listItem: UnsafeMutableRawPointer) in
            guard let self else { return }
            let cell = makeCell()
            cells += 1
            if isRightToLeft { cell.setDirection(rightToLeft: true) }
            gtk_list_item_set_child(listItem.opaque, cell.widget)
        }
        factory.on("bind") { [weak self] (listItem: UnsafeMutableRawPointer) in self?.bind(listItem.opaque) }
        factory.on("unbind") { [weak self] (listItem: UnsafeMutableRawPointer) in self?.unbind(listItem.opaque) }
        view.on("activate") { (index: UInt32) in onActivate(Int(index)) }
        for adjustment in adjustments {
            adjustment.on("value-changed") { [weak self] in self?.scheduleVisibilityUpdate() }
            adjustment.on("changed") { [weak self] in self?.scheduleVisibilityUpdate() }
        }
        onMapped { [weak self] _ in self?.scheduleVisibilityUpdate() }
    }

    /// The items. Only the span that changed gets new cells, so the scroll position is kept.
    public var items: [Item] = [] {
        didSet {
            guard items != oldValue else { return }
            let change = ListChange(from: oldValue, to: items)
            var texts = [UnsafePointer<CChar>?](repeating: g_intern_static_string(""), count: change.inserted)
            texts.append(nil)
            gtk_string_list_splice(model.opaque, guint(change.start), guint(change.removed), &texts)
            scheduleVisibilityUpdate()
        }
    }

    /// The cell that currently shows an item; nil if none does.
    public func cell(at index: Int) -> ItemCell<Item>? { bound.values.first { $0.index == index } }

    /// All cells that currently show an item.
    public var boundCells: [ItemCell<Item>] { Array(bound.values) }

    /// Scrolls until an item is visible. Does nothing for an index outside the list.
    public func scroll(to index: Int) {
        guard items.indices.contains(index) else { return }
        gtk_widget_activate_action_variant(view.widget, "list.scroll-to-item", g_variant_new_uint32(guint(index)))
    }

    /// Scrolls to an item and gives it the keyboard focus, which waits for the next frame if the item has no cell yet. Does nothing for an
    /// index outside the list.
    public func focus(on index: Int) {
        guard items.indices.contains(index) else { return }
        scroll(to: index)
        if cell(at: index)?.holder?.grabFocus() == true { return }
        afterNextFrame { [weak self] in self?.cell(at: index)?.holder?.grabFocus() }
    }

    /// Scrolls like the wheel.
    /// - Parameter pixels: logical pixels towards the end; negative scrolls back.
    /// - Returns: false if the list is already at that end.
    public func scroll(by pixels: Double) -> Bool {
        guard let adjustment = arrangement == .row ? adjustments.first : adjustments.last else { return false }
        let previous = gtk_adjustment_get_value(adjustment.cast())
        gtk_adjustment_set_value(adjustment.cast(), previous + pixels)
        return gtk_adjustment_get_value(adjustment.cast()) != previous
    }

    private func bind(_ listItem: OpaquePointer) {
        guard let child = gtk_list_item_get_child(listItem), let cell: ItemCell<Item> = Object.existing(child) else { return }
        let index = Int(gtk_list_item_get_position(listItem))
        guard items.indices.contains(index) else { return }
        bound[ObjectIdentifier(cell)] = cell
        cell.index = index
        cell.show(items[index])
        // The list's own widget around the cell has the focus.
        if let parent = gtk_widget_get_parent(child) {
            let holder: Widget = Object.existing(parent) ?? Widget(borrowing: parent)
            holder.accessibleName(title(items[index]))
            if cell.holder !== holder {
                cell.holder = holder
                holder.onFocus { [weak cell] in cell?.focusChanged($0) }
            }
        }
        scheduleVisibilityUpdate()
    }

    private func unbind(_ listItem: OpaquePointer) {
        guard let child = gtk_list_item_get_child(listItem), let cell: ItemCell<Item> = Object.existing(child) else { return }
        bound[ObjectIdentifier(cell)] = nil
        cell.index = nil
        cell.show(nil)
    }

    private func scheduleVisibilityUpdate() {
        guard !isUpdateDue else { return }
        isUpdateDue = true
        MainLoop.afterRedraw { [weak self] in
            self?.isUpdateDue = false
            self?.updateVisibility()
        }
    }

    private func updateVisibility() {
        if width > 0, height > 0, (width, height) != reportedSize {
            reportedSize = (width, height)
            onSizeChange?(width, height)
            // Cells adopt the size by the next frame. If all fit, no other signal reports that.
            afterNextFrame { [weak self] in self?.scheduleVisibilityUpdate() }
        }
        let seen = isMapped ? visibleParts : [:]
        guard seen != reportedParts else { return }
        reportedParts = seen
        onSeen?(seen)
    }

    private var visibleParts: [Int: Double] {
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
