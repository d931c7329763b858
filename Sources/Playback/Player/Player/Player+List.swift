// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// The item list. An item can be in it only once; adding it again is refused.
extension Player {
    /// The list. Setting it keeps the current item playing if it is in the new list. Otherwise the first item that followed it and is in
    /// the new list becomes current, or else the first of the new list. Duplicates are dropped.
    public var items: [PlayerItem] {
        get { core.queue.items }
        set {
            _ = core.edit {
                $0.replace(by: newValue)
                return true
            }
        }
    }

    /// The items before the current one; empty if there is none.
    public var previousItems: [PlayerItem] { Array(core.queue.observed.previousItems) }

    /// The items after the current one; the complete list if there is none.
    public var nextItems: [PlayerItem] { Array(core.queue.observed.nextItems) }

    /// The item that plays. Setting it
    /// - to the current item seeks to its default position: the start, or the live edge of a window;
    /// - to another item of the list plays that, loading it again if it had failed;
    /// - to an item that isn't in the list replaces the current one;
    /// - to nil stops playback and keeps the list.
    ///
    /// Doesn't change whether it plays or is paused.
    public var currentItem: PlayerItem? {
        get { core.queue.present }
        set { core.choose(newValue) }
    }

    /// The current item's metadata; ``PlayerMetadata/empty`` if there is none.
    public var metadata: PlayerMetadata { currentItem?.metadata ?? .empty }

    /// Inserts an item before another one.
    /// - Parameter anchor: nil inserts at the front.
    /// - Returns: false if the anchor isn't in the list or the item already is.
    @discardableResult public func insert(_ item: PlayerItem, before anchor: PlayerItem?) -> Bool {
        core.edit { $0.insert(item, before: anchor) }
    }

    /// Inserts an item after another one.
    /// - Parameter anchor: nil inserts at the end.
    /// - Returns: false if the anchor isn't in the list or the item already is.
    @discardableResult public func insert(_ item: PlayerItem, after anchor: PlayerItem?) -> Bool {
        core.edit { $0.insert(item, after: anchor) }
    }

    /// Inserts an item at the front.
    /// - Returns: false if the item is already in the list.
    @discardableResult public func prepend(_ item: PlayerItem) -> Bool { insert(item, before: nil) }

    /// Adds an item at the end. It becomes the current one if the list was empty or had been played to its end.
    /// - Returns: false if the item is already in the list.
    @discardableResult public func append(_ item: PlayerItem) -> Bool { insert(item, after: nil) }

    /// Moves an item before another one.
    /// - Parameter anchor: nil moves it to the front.
    /// - Returns: false if nothing moves: one of them isn't in the list, they are the same, or the item is already there.
    @discardableResult public func move(_ item: PlayerItem, before anchor: PlayerItem?) -> Bool {
        core.edit { $0.move(item, before: anchor) }
    }

    /// Moves an item after another one.
    /// - Parameter anchor: nil moves it to the end.
    /// - Returns: false if nothing moves: one of them isn't in the list, they are the same, or the item is already there.
    @discardableResult public func move(_ item: PlayerItem, after anchor: PlayerItem?) -> Bool {
        core.edit { $0.move(item, after: anchor) }
    }

    /// Removes an item. If it was the current one, the item after it becomes current, or else the first of the list.
    /// - Returns: false if the item isn't in the list.
    @discardableResult public func remove(_ item: PlayerItem) -> Bool { core.edit { $0.remove(item) } }

    /// Empties the list and unloads the current item.
    public func removeAllItems() {
        _ = core.edit {
            $0.removeAll()
            return true
        }
    }

    // MARK: Navigation

    /// Whether there is a next item, or the list repeats.
    public var canAdvanceToNextItem: Bool { core.queue.observedWithRepetition.following != nil }

    /// Goes to the next item, if there is one. Also works from a failed item.
    public func advanceToNextItem() {
        if let item = core.queue.list.following { core.go(to: item) }
    }

    /// Whether ``returnToPreviousItem()`` would do anything: see ``PlayerConfiguration/navigationMode``.
    public var canReturnToPreviousItem: Bool {
        NavigationRule.canReturn(
            configuration.navigationMode, hasPrevious: core.queue.observedWithRepetition.preceding != nil, streamType: streamType)
    }

    /// Goes to the previous item or to the start of this one, depending on ``PlayerConfiguration/navigationMode``.
    public func returnToPreviousItem() { core.returnToPreviousItem() }
}
