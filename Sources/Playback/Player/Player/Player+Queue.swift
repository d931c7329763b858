// SPDX-License-Identifier: Apache-2.0

// The list. An item is in it once: what would make it stand twice is refused.
extension Player {
    /// The list. Setting it keeps the current item playing if it is in the new list; else the first item that followed it and is
    /// still there becomes current, else the first of the new list. Of two equal items the first is kept.
    public var items: [PlayerItem] {
        get {
            access(keyPath: \.items)
            return queue.items
        }
        set {
            queue.replace(by: newValue)
            listChanged()
        }
    }

    /// The items before the current one; empty without one.
    public var previousItems: [PlayerItem] {
        _ = items
        _ = presentItem
        return Array(queue.previousItems)
    }

    /// The items after the current one; the whole list without one.
    public var nextItems: [PlayerItem] {
        _ = items
        _ = presentItem
        return Array(queue.nextItems)
    }

    /// What plays. Setting it
    /// - to the current item goes to its default position: the start, or the edge of a live window;
    /// - to another item of the list plays that, loading it anew if it had failed;
    /// - to an item that is not in the list puts it in the place of the current one;
    /// - to nil stops playing and keeps the list.
    ///
    /// Whether it plays or is paused stays as it is.
    public var currentItem: PlayerItem? {
        get { presentItem }
        set {
            newValue?.resetUnless(queue.current)
            switch queue.choose(newValue) {
            case .same: skipToDefault()
            case .other, .none: updateItems()
            case .replacement: listChanged()
            }
        }
    }

    /// What is shown about the current item; ``PlayerMetadata/empty`` without one.
    public var metadata: PlayerMetadata { presentItem?.metadata ?? .empty }

    /// - Parameter anchor: nil is the front.
    /// - Returns: false when the anchor is not in the list, or the item is already.
    @discardableResult public func insert(_ item: PlayerItem, before anchor: PlayerItem?) -> Bool {
        edit { $0.insert(item, before: anchor) }
    }

    /// - Parameter anchor: nil is the back.
    /// - Returns: false when the anchor is not in the list, or the item is already.
    @discardableResult public func insert(_ item: PlayerItem, after anchor: PlayerItem?) -> Bool {
        edit { $0.insert(item, after: anchor) }
    }

    /// - Returns: false when the item is in the list already.
    @discardableResult public func prepend(_ item: PlayerItem) -> Bool { insert(item, before: nil) }

    /// In an empty list, and in one that has been played to its end, the item becomes the current one.
    /// - Returns: false when the item is in the list already.
    @discardableResult public func append(_ item: PlayerItem) -> Bool { insert(item, after: nil) }

    /// - Parameter anchor: nil is the front.
    /// - Returns: false when nothing moves: one of them is not in the list, they are the same, or the item stands there.
    @discardableResult public func move(_ item: PlayerItem, before anchor: PlayerItem?) -> Bool {
        edit { $0.move(item, before: anchor) }
    }

    /// - Parameter anchor: nil is the back.
    /// - Returns: false when nothing moves: one of them is not in the list, they are the same, or the item stands there.
    @discardableResult public func move(_ item: PlayerItem, after anchor: PlayerItem?) -> Bool {
        edit { $0.move(item, after: anchor) }
    }

    /// When the item is the current one, the item after it becomes current, else the first of the list.
    /// - Returns: false when the item is not in the list.
    @discardableResult public func remove(_ item: PlayerItem) -> Bool { edit { $0.remove(item) } }

    public func removeAllItems() {
        queue.removeAll()
        listChanged()
    }

    private func edit(_ change: (inout ItemQueue<PlayerItem>) -> Bool) -> Bool {
        let hasChanged = change(&queue)
        if hasChanged { listChanged() }
        return hasChanged
    }

    private func listChanged() {
        withMutation(keyPath: \.items) {}
        updateItems()
    }

    func setRepeatMode(_ mode: RepeatMode) {
        guard mode != queue.repeatMode else { return }
        withMutation(keyPath: \.repeatMode) { queue.repeatMode = mode }
        prepareNext()
    }
}

extension PlayerItem {
    /// An item that failed is loaded anew when it becomes current, but not when it is so already.
    fileprivate func resetUnless(_ current: PlayerItem?) { if self !== current { reset() } }
}
