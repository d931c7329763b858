// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// The list. An item is in it once: what would put it there twice is refused.
extension Player {
    /// The list. Setting it keeps the current item playing if it is in the new list; otherwise the first item that followed it and is
    /// still there becomes current, or else the first of the new list. Of two equal items the first is kept.
    public var items: [PlayerItem] {
        get { core.queue.items }
        set {
            _ = core.edit {
                $0.replace(by: newValue)
                return true
            }
        }
    }

    /// The items before the current one; empty without one.
    public var previousItems: [PlayerItem] { Array(core.queue.observed.previousItems) }

    /// The items after the current one; the whole list without one.
    public var nextItems: [PlayerItem] { Array(core.queue.observed.nextItems) }

    /// What plays. Setting it
    /// - to the current item goes to its default position: the start, or the edge of a live window;
    /// - to another item of the list plays that, loading it anew if it had failed;
    /// - to an item that isn't in the list puts it in the place of the current one;
    /// - to nil stops playing and keeps the list.
    ///
    /// Whether it plays or is paused doesn't change.
    public var currentItem: PlayerItem? {
        get { core.queue.present }
        set { core.choose(newValue) }
    }

    /// The current item's metadata; ``PlayerMetadata/empty`` without one.
    public var metadata: PlayerMetadata { currentItem?.metadata ?? .empty }

    /// - Parameter anchor: nil is the front.
    /// - Returns: false when the anchor isn't in the list, or the item is already.
    @discardableResult public func insert(_ item: PlayerItem, before anchor: PlayerItem?) -> Bool {
        core.edit { $0.insert(item, before: anchor) }
    }

    /// - Parameter anchor: nil is the back.
    /// - Returns: false when the anchor isn't in the list, or the item is already.
    @discardableResult public func insert(_ item: PlayerItem, after anchor: PlayerItem?) -> Bool {
        core.edit { $0.insert(item, after: anchor) }
    }

    /// - Returns: false when the item is in the list already.
    @discardableResult public func prepend(_ item: PlayerItem) -> Bool { insert(item, before: nil) }

    /// In an empty list, and in one that has been played to its end, the item becomes the current one.
    /// - Returns: false when the item is in the list already.
    @discardableResult public func append(_ item: PlayerItem) -> Bool { insert(item, after: nil) }

    /// - Parameter anchor: nil is the front.
    /// - Returns: false when nothing moves: one of them isn't in the list, they are the same, or the item is there already.
    @discardableResult public func move(_ item: PlayerItem, before anchor: PlayerItem?) -> Bool {
        core.edit { $0.move(item, before: anchor) }
    }

    /// - Parameter anchor: nil is the back.
    /// - Returns: false when nothing moves: one of them isn't in the list, they are the same, or the item is there already.
    @discardableResult public func move(_ item: PlayerItem, after anchor: PlayerItem?) -> Bool {
        core.edit { $0.move(item, after: anchor) }
    }

    /// When the item is the current one, the item after it becomes current, or else the first of the list.
    /// - Returns: false when the item isn't in the list.
    @discardableResult public func remove(_ item: PlayerItem) -> Bool { core.edit { $0.remove(item) } }

    public func removeAllItems() {
        _ = core.edit {
            $0.removeAll()
            return true
        }
    }

    // MARK: Navigation

    /// There is a next item, or the list wraps.
    public var canAdvanceToNextItem: Bool { core.queue.observedWithRepetition.following != nil }

    /// Does nothing when there is no next item. Works from a failed item, too.
    public func advanceToNextItem() {
        if let item = core.queue.list.following { core.go(to: item) }
    }

    public var canReturnToPreviousItem: Bool {
        NavigationRule.canReturn(
            configuration.navigationMode, hasPrevious: core.queue.observedWithRepetition.preceding != nil, streamType: streamType)
    }

    /// Goes to the previous item, or to the start of this one, as ``PlayerConfiguration/navigationMode`` says.
    public func returnToPreviousItem() { core.returnToPreviousItem() }
}
