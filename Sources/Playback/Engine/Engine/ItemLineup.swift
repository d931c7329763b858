// SPDX-License-Identifier: Apache-2.0

/// The items of an engine: the one that plays and the one prepared next, as well as those set aside during an interstitial.
struct ItemLineup {
    private(set) var current: PlayingItem?
    private(set) var next: PlayingItem?
    /// The items set aside while assets of an interstitial are ``current`` and ``next``.
    private var parked: Parked?

    private struct Parked {
        let primary: PlayingItem
        var following: PlayingItem?
    }

    /// The interrupted item.
    var primary: PlayingItem? { parked?.primary }
    /// The current item, as users of the engine see it.
    var visible: PlayingItem? { parked?.primary ?? current }
    /// The prepared item, as users of the engine see it.
    var following: PlayingItem? { parked == nil ? next : parked?.following }
    var all: [PlayingItem] { [current, next, parked?.primary, parked?.following].compactMap { $0 } }

    /// The item with an ID, which may also be the first asset of the next interstitial.
    func item(_ id: ItemID) -> PlayingItem? {
        if let current, current.id == id { return current }
        if let next, next.id == id { return next }
        if let parked {
            if parked.primary.id == id { return parked.primary }
            if let following = parked.following, following.id == id { return following }
        }
        return visible?.upcoming?.first.flatMap { $0.id == id ? $0 : nil }
    }

    /// Takes the next item off air again: the current one now ends elsewhere.
    func holdNextBack() { if let next, next.isOnAir { next.leaveAir() } }

    mutating func setCurrent(_ item: PlayingItem?) { current = item }
    mutating func setNext(_ item: PlayingItem?) { next = item }

    mutating func setFollowing(_ item: PlayingItem?) { if parked == nil { next = item } else { parked?.following = item } }

    mutating func takeCurrent() -> PlayingItem? {
        defer { current = nil }
        return current
    }

    mutating func takeNext() -> PlayingItem? {
        defer { next = nil }
        return next
    }

    mutating func takeFollowing() -> PlayingItem? {
        defer { setFollowing(nil) }
        return following
    }

    /// Makes the next item the current one.
    mutating func advance() {
        current = next
        next = nil
    }

    /// Sets the items aside to make room for the assets of an interstitial.
    mutating func park() {
        guard let primary = current else { return }
        parked = Parked(primary: primary, following: next)
        current = nil
        next = nil
    }

    /// Restores the items that were set aside. The assets must have been removed before.
    mutating func unpark() {
        guard let parked else { return }
        current = parked.primary
        next = parked.following
        self.parked = nil
    }
}
