// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// From item to item. Items that had failed are loaded anew.
extension Player {
    /// There is a next item, or the list wraps.
    public var canAdvanceToNextItem: Bool {
        _ = items
        _ = presentItem
        _ = repeatMode
        return queue.following != nil
    }

    /// Does nothing when there is no next item. Works from a failed item too.
    public func advanceToNextItem() {
        if let item = queue.following { go(to: item) }
    }

    public var canReturnToPreviousItem: Bool {
        _ = items
        _ = presentItem
        _ = repeatMode
        return NavigationRule.canReturn(configuration.navigationMode, hasPrevious: queue.preceding != nil, streamType: streamType)
    }

    /// Goes to the previous item, or to the start of this one, as ``PlayerConfiguration/navigationMode`` says.
    public func returnToPreviousItem() {
        let elapsed = seekableTimeRange.flatMap { range in time.map { $0 - range.start } }
        let way = NavigationRule.onReturn(
            configuration.navigationMode, hasPrevious: queue.preceding != nil, streamType: streamType, elapsed: elapsed)
        switch way {
        case .toStart: seek(.near(0), .smooth)
        case .toPreviousItem: if let item = queue.preceding { go(to: item) }
        case .nowhere: break
        }
    }

    /// A list of one item wraps around to that very item, which starts anew.
    func go(to item: PlayerItem) {
        item.reset()
        let isSame = queue.choose(item) == .same
        updateItems(startsAnew: isSame)
    }
}
