// SPDX-License-Identifier: Apache-2.0

/// Where a page starts its feed. The index, position and pause that were asked for are those of the first items only: a reloaded feed
/// starts at its first item.
struct PageStart {
    /// Nil once the page has started.
    private var first: (index: Int, position: Double?, isPlayed: Bool)?
    /// Where to go once the item's first frame is available, in seconds.
    private var pending: (index: Int, position: Double)?

    /// - Parameters:
    ///   - position: in seconds; nil is the item's beginning.
    ///   - isPlayed: false leaves it to the user to start the first item.
    init(at index: Int, position: Double?, isPlayed: Bool) { first = (index, position, isPlayed) }

    /// New items have arrived.
    /// - Returns: the item to show, and whether it is paused; nil without items.
    mutating func begin(count: Int) -> (index: Int, isPaused: Bool)? {
        guard count > 0 else { return nil }
        let index = min(max(0, first?.index ?? 0), count - 1)
        // The position belongs to the previous items.
        pending = first?.position.map { (index, $0) }
        let isPaused = first?.isPlayed == false
        first = nil
        return (index, isPaused)
    }

    /// Another item is to start at a position, in seconds.
    mutating func go(to position: Double, of index: Int) { pending = (index, position) }

    /// An item's first frame is available.
    /// - Returns: the position to seek to, in seconds.
    mutating func pictureReady(_ index: Int) -> Double? {
        guard let pending, pending.index == index else { return nil }
        self.pending = nil
        return pending.position
    }
}
