// SPDX-License-Identifier: Apache-2.0

/// The list of a player and its place in it: every rule of what becomes current, without any playing.
///
/// An item is in the list once. The list is edited in time proportional to its length, without touching other items.
struct ItemQueue<Item: Hashable> {
    private(set) var items: [Item]
    /// Kept through every edit, so that no neighbour is searched for in a long list.
    private(set) var currentIndex: Int?
    /// The list was played to its end, and nothing is current for that reason.
    private(set) var hasFinished = false
    var repeatMode = RepeatMode.off

    /// The first of two equal items is kept.
    init(_ items: [Item]) {
        self.items = Self.unique(items)
        currentIndex = self.items.isEmpty ? nil : 0
    }

    private static func unique(_ items: [Item]) -> [Item] {
        var seen = Set<Item>(minimumCapacity: items.count)
        return items.filter { seen.insert($0).inserted }
    }

    var current: Item? { currentIndex.map { items[$0] } }

    /// Empty without a current item.
    var previousItems: ArraySlice<Item> { currentIndex.map { items[..<$0] } ?? [] }
    /// The whole list without a current item.
    var nextItems: ArraySlice<Item> { currentIndex.map { items[($0 + 1)...] } ?? items[...] }

    // MARK: Neighbours

    /// Where navigation leads forward; wraps when all is repeated.
    var following: Item? {
        guard let index = currentIndex else { return nil }
        if index + 1 < items.count { return items[index + 1] }
        return repeatMode == .all ? items.first : nil
    }

    /// Where navigation leads back; wraps when all is repeated.
    var preceding: Item? {
        guard let index = currentIndex else { return nil }
        if index > 0 { return items[index - 1] }
        return repeatMode == .all ? items.last : nil
    }

    /// What plays after the end of the current item: with repetition it may be the same item once more.
    var upcoming: Item? { repeatMode == .one ? current : following }

    /// The next item of the list, whatever is repeated.
    var successor: Item? { current == nil ? nil : nextItems.first }

    // MARK: Moving on

    enum Choice: Equatable {
        case same, other
        /// The item was foreign and stands now where the current one stood.
        case replacement
        case none
    }

    /// Makes an item current, or nothing.
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

    /// The current item was played to its end.
    /// - Returns: what plays now; nil when the list is over.
    mutating func advanceAtEnd() -> Item? {
        guard let index = currentIndex else { return nil }
        if repeatMode != .one {
            currentIndex = index + 1 < items.count ? index + 1 : repeatMode == .all ? 0 : nil
            hasFinished = currentIndex == nil
        }
        return current
    }

    // MARK: Editing

    /// - Parameter anchor: nil is the front.
    /// - Returns: false when the anchor is foreign or the item is in the list already.
    mutating func insert(_ item: Item, before anchor: Item?) -> Bool {
        insert(item, at: anchor.map { items.firstIndex(of: $0) } ?? 0)
    }

    /// - Parameter anchor: nil is the back.
    /// - Returns: false when the anchor is foreign or the item is in the list already.
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

    /// - Parameter anchor: nil is the front.
    /// - Returns: false when nothing moves: foreign, the same, or in place already.
    mutating func move(_ item: Item, before anchor: Item?) -> Bool {
        move(item, to: anchor.map { items.firstIndex(of: $0) } ?? 0)
    }

    /// - Parameter anchor: nil is the back.
    /// - Returns: false when nothing moves: foreign, the same, or in place already.
    mutating func move(_ item: Item, after anchor: Item?) -> Bool {
        move(item, to: anchor.map { items.firstIndex(of: $0).map { $0 + 1 } } ?? items.count)
    }

    /// - Parameter gap: the place between items, counted before the move.
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

    /// - Returns: false when the item is foreign.
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

    /// Puts another list in place of this one; duplicates are dropped.
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
        let goesOn = old[oldIndex...].first(where: present.contains) ?? items.first
        currentIndex = goesOn.flatMap { items.firstIndex(of: $0) }
    }

    private mutating func join(at index: Int) {
        currentIndex = index
        hasFinished = false
    }
}
