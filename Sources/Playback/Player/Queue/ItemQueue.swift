// SPDX-License-Identifier: Apache-2.0

/// A player's list and its current item: all rules about what becomes current, without any playback.
///
/// An item can be in the list only once. Edits take time proportional to the length of the list, without touching other items.
struct ItemQueue<Item: Hashable> {
    private(set) var items: [Item]
    /// Updated with every edit, so that neighbours need not be searched for in a long list.
    private(set) var currentIndex: Int?
    /// The list was played to its end, which is why nothing is current.
    private(set) var hasFinished = false
    var repeatMode = RepeatMode.off

    /// Creates a list; duplicates are dropped.
    init(_ items: [Item]) {
        self.items = Self.unique(items)
        currentIndex = self.items.isEmpty ? nil : 0
    }

    private static func unique(_ items: [Item]) -> [Item] {
        var seen = Set<Item>(minimumCapacity: items.count)
        return items.filter { seen.insert($0).inserted }
    }

    var current: Item? { currentIndex.map { items[$0] } }

    /// Empty if there is no current item.
    var previousItems: ArraySlice<Item> { currentIndex.map { items[..<$0] } ?? [] }
    /// The complete list if there is no current item.
    var nextItems: ArraySlice<Item> { currentIndex.map { items[($0 + 1)...] } ?? items[...] }

    // MARK: Neighbours

    /// The item that navigation goes forward to; wraps around in ``RepeatMode/all``.
    var following: Item? {
        guard let index = currentIndex else { return nil }
        if index + 1 < items.count { return items[index + 1] }
        return repeatMode == .all ? items.first : nil
    }

    /// The item that navigation goes back to; wraps around in ``RepeatMode/all``.
    var preceding: Item? {
        guard let index = currentIndex else { return nil }
        if index > 0 { return items[index - 1] }
        return repeatMode == .all ? items.last : nil
    }

    /// The item that plays after the end of the current one: with repetition it may be the same item again.
    var upcoming: Item? { repeatMode == .one ? current : following }

    /// The next item of the list, regardless of the repeat mode.
    var successor: Item? { current == nil ? nil : nextItems.first }

    // MARK: Changing the current item

    enum Choice: Equatable {
        case same, other
        /// The item wasn't in the list and has replaced the current one.
        case replacement
        case none
    }

    /// Makes an item current, or none.
    mutating func choose(_ item: Item?) -> Choice {
        if let item, item == current { return .same }
        hasFinished = false
        guard let item else {
            currentIndex = nil
            return .none
        }
        if let index = items.firstIndex(of: item) {
            currentIndex = index
            return .other
        }
        if let currentIndex {
            items[currentIndex] = item
        } else {
            items.append(item)
            currentIndex = items.count - 1
        }
        return .replacement
    }

    /// The current item has played to its end.
    /// - Returns: the item that plays next; nil if the list is over.
    mutating func advanceAtEnd() -> Item? {
        guard let index = currentIndex else { return nil }
        if repeatMode != .one {
            currentIndex = index + 1 < items.count ? index + 1 : repeatMode == .all ? 0 : nil
            hasFinished = currentIndex == nil
        }
        return current
    }

    // MARK: Editing

    /// - Parameter anchor: nil inserts at the front.
    /// - Returns: false if the anchor isn't in the list or the item already is.
    mutating func insert(_ item: Item, before anchor: Item?) -> Bool {
        insert(item, at: anchor.map { items.firstIndex(of: $0) } ?? 0)
    }

    /// - Parameter anchor: nil inserts at the end.
    /// - Returns: false if the anchor isn't in the list or the item already is.
    mutating func insert(_ item: Item, after anchor: Item?) -> Bool {
        insert(item, at: anchor.map { items.firstIndex(of: $0).map { $0 + 1 } } ?? items.count)
    }

    private mutating func insert(_ item: Item, at index: Int?) -> Bool {
        guard let index, !items.contains(item) else { return false }
        let joins = current == nil && (items.isEmpty || hasFinished && index == items.count)
        items.insert(item, at: index)
        if joins {
            join(at: index)
        } else if let currentIndex, index <= currentIndex {
            self.currentIndex = currentIndex + 1
        }
        return true
    }

    /// - Parameter anchor: nil moves it to the front.
    /// - Returns: false if nothing moves: one isn't in the list, they are the same, or the item is already there.
    mutating func move(_ item: Item, before anchor: Item?) -> Bool {
        move(item, to: anchor.map { items.firstIndex(of: $0) } ?? 0)
    }

    /// - Parameter anchor: nil moves it to the end.
    /// - Returns: false if nothing moves: one isn't in the list, they are the same, or the item is already there.
    mutating func move(_ item: Item, after anchor: Item?) -> Bool {
        move(item, to: anchor.map { items.firstIndex(of: $0).map { $0 + 1 } } ?? items.count)
    }

    /// - Parameter gap: index of the gap between items, before the move.
    private mutating func move(_ item: Item, to gap: Int?) -> Bool {
        guard let gap, let index = items.firstIndex(of: item), gap != index, gap != index + 1 else { return false }
        let goal = gap > index ? gap - 1 : gap
        items.remove(at: index)
        items.insert(item, at: goal)
        if let currentIndex {
            self.currentIndex =
                if currentIndex == index {
                    goal
                } else if index < currentIndex, goal >= currentIndex {
                    currentIndex - 1
                } else if index > currentIndex, goal <= currentIndex {
                    currentIndex + 1
                } else {
                    currentIndex
                }
        }
        return true
    }

    /// - Returns: false if the item isn't in the list.
    mutating func remove(_ item: Item) -> Bool {
        guard let index = items.firstIndex(of: item) else { return false }
        items.remove(at: index)
        if let currentIndex {
            if index < currentIndex { self.currentIndex = currentIndex - 1 }
            if index == currentIndex, index == items.count { self.currentIndex = items.isEmpty ? nil : 0 }
        }
        return true
    }

    mutating func removeAll() {
        items.removeAll()
        currentIndex = nil
        hasFinished = false
    }

    /// Replaces the list; duplicates are dropped.
    mutating func replace(by list: [Item]) {
        let old = items
        let oldIndex = currentIndex
        items = Self.unique(list)
        guard let oldIndex else {
            guard old.isEmpty || hasFinished else { return }
            let kept = Set(old)
            let tail = items.lastIndex(where: kept.contains).map { $0 + 1 } ?? 0
            if tail < items.count { join(at: tail) }
            return
        }
        let present = Set(items)
        let continues = old[oldIndex...].first(where: present.contains) ?? items.first
        currentIndex = continues.flatMap { items.firstIndex(of: $0) }
    }

    private mutating func join(at index: Int) {
        currentIndex = index
        hasFinished = false
    }
}
