// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A reusable row of a ``ListView``.
@MainActor open class ListRow<Item>: Box {
    /// The index of the item that the row shows now; rows are reused.
    public fileprivate(set) var index = 0
    fileprivate let dragging = Object(adopting: gtk_drag_source_new())

    /// - Parameter item: nil when the row is recycled.
    open func show(_ item: Item?) {}
}

/// A list of any length, with rows only for visible items, which the user can reorder.
public final class ListView<Item: Equatable>: Widget {
    private let model: Object
    private let selection: Object
    /// The number of rows created.
    public private(set) var rows = 0

    /// Called when the user moves an item in front of another one, or to the end.
    public var onMove: (@MainActor (_ from: Int, _ before: Int) -> Void)?

    /// - Parameters:
    ///   - makeRow: called for slightly more rows than are visible.
    ///   - onActivate: called with the index of the activated item.
    public init(name: String, makeRow: @escaping @MainActor () -> ListRow<Item>, onActivate: @escaping @MainActor (Int) -> Void) {
        model = Object(adopting: gtk_string_list_new(nil))
        selection = Object(adopting: gtk_single_selection_new(model.retained.opaque))
        gtk_single_selection_set_autoselect(selection.opaque, 0)
        gtk_single_selection_set_can_unselect(selection.opaque, 1)
        let factory = Object(adopting: gtk_signal_list_item_factory_new())
        super.init(adopting: gtk_list_view_new(selection.retained.opaque, factory.retained.opaque))
        accessibleName(name)
        factory.on("setup") { [weak self] (listItem: UnsafeMutableRawPointer) in
            let row = makeRow()
            self?.rows += 1
            gtk_list_item_set_child(listItem.opaque, row.widget)
            self?.makeMovable(row)
        }
        factory.on("bind") { [weak self] (listItem: UnsafeMutableRawPointer) in self?.bind(listItem.opaque, isShown: true) }
        factory.on("unbind") { [weak self] (listItem: UnsafeMutableRawPointer) in self?.bind(listItem.opaque, isShown: false) }
        on("activate") { (index: UInt32) in onActivate(Int(index)) }
    }

    /// The items. Only the span that changed gets new rows, so the scroll position is kept.
    public var items: [Item] = [] {
        didSet {
            guard items != oldValue else { return }
            let change = ListChange(from: oldValue, to: items)
            var texts = [UnsafePointer<CChar>?](repeating: Self.noText, count: change.inserted)
            texts.append(nil)
            gtk_string_list_splice(model.opaque, guint(change.start), guint(change.removed), &texts)
        }
    }

    private static var noText: UnsafePointer<CChar> { g_intern_static_string("") }

    private func bind(_ listItem: OpaquePointer, isShown: Bool) {
        guard let child = gtk_list_item_get_child(listItem), let row: ListRow<Item> = Object.existing(child) else { return }
        let index = Int(gtk_list_item_get_position(listItem))
        guard isShown, items.indices.contains(index) else { return row.show(nil) }
        row.index = index
        row.show(items[index])
        let content = Int32(index).withValue { gdk_content_provider_new_for_value($0) }
        gtk_drag_source_set_content(row.dragging.opaque, content)
        if let content { g_object_unref(content.raw) }
    }

    private func makeMovable(_ row: ListRow<Item>) {
        gtk_drag_source_set_actions(row.dragging.opaque, GDK_ACTION_MOVE)
        gtk_widget_add_controller(row.widget, row.dragging.retained.opaque)
        row.onDrop([cgtk_type_int()], GDK_ACTION_MOVE) { [weak self, weak row] value, y in
            guard let self, let row, let onMove else { return false }
            onMove(Int(g_value_get_int(value)), row.index + (y > Double(row.height) / 2 ? 1 : 0))
            return true
        }
    }

    /// The index of the row with the keyboard selection; nil if there is none.
    public var selectedIndex: Int? {
        get {
            let index = gtk_single_selection_get_selected(selection.opaque)
            return index == guint.max ? nil : Int(index)
        }
        set { gtk_single_selection_set_selected(selection.opaque, newValue.map { guint($0) } ?? guint.max) }
    }

    /// Moves the keyboard focus to the row of an item, or to the list if there is no such row yet.
    package func grabFocus(at index: Int) {
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            if let content = gtk_widget_get_first_child(current), let row: ListRow<Item> = Object.existing(content), row.index == index {
                gtk_widget_grab_focus(current)
                return
            }
            child = gtk_widget_get_next_sibling(current)
        }
        grabFocus()
    }

    /// Scrolls until an item is visible.
    public func scroll(to index: Int) {
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint(index)))
    }
}

/// The single span in which two lists differ.
struct ListChange: Equatable {
    var start: Int
    var removed: Int
    var inserted: Int

    init<Item: Equatable>(from old: [Item], to new: [Item]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        start = head
        removed = old.count - head - tail
        inserted = new.count - head - tail
    }
}
