// SPDX-License-Identifier: Apache-2.0

/// What comes when a video has been played to its end, or somebody swipes.
public struct NextItem: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        /// The same one again.
        case loop
        case goTo(Int)
        /// The player closes.
        case dismiss
        /// It stays where it is, at its end.
        case stop
        /// The next page is on its way; it goes on with its first item.
        case waitForMore
        /// There is nothing that way.
        case stay
    }

    public var videoCompleteAction: VideoCompleteAction
    public var feedCompleteAction: FeedCompleteAction

    public init(_ configuration: PlayerViewConfiguration) {
        videoCompleteAction = configuration.videoCompleteAction
        feedCompleteAction = configuration.feedCompleteAction
    }

    /// - Parameters:
    ///   - index: of the item that ended.
    ///   - count: of items there are.
    ///   - hasMore: more may come behind the last one.
    public func atEnd(of index: Int, count: Int, hasMore: Bool) -> Step {
        switch videoCompleteAction {
        case .loop: return .loop
        case .stop: return .stop
        case .advanceToNext:
            if index + 1 < count { return .goTo(index + 1) }
            if hasMore { return .waitForMore }
            switch feedCompleteAction {
            case .dismiss: return .dismiss
            // One alone begins anew, it does not open once more.
            case .loop: return count > 1 ? .goTo(0) : .loop
            }
        }
    }

    /// - Parameter offset: 1 is the next, -1 the previous one.
    public func onSwipe(by offset: Int, from index: Int, count: Int, hasMore: Bool) -> Step {
        let target = index + offset
        if offset > 0, target >= count {
            if hasMore { return .waitForMore }
            return feedCompleteAction == .loop && count > 1 ? .goTo(0) : .stay
        }
        return target >= 0 && target < count && offset != 0 ? .goTo(target) : .stay
    }
}
