// SPDX-License-Identifier: Apache-2.0

/// What happens at the end of a video, or when the user swipes.
public struct NextItem: Hashable, Sendable {
    /// What happens next.
    public enum Step: Hashable, Sendable {
        /// Play the same one again.
        case loop
        /// Go to the item at this index.
        case goTo(Int)
        /// Close the player.
        case dismiss
        /// Stay at the end of the video.
        case stop
        /// Wait for the next page, then continue with its first item.
        case waitForMore
        /// There is no item in that direction.
        case stay
    }

    /// What happens at the end of a video.
    public var videoCompleteAction: VideoCompleteAction
    /// What happens at the end of the feed's last video.
    public var feedCompleteAction: FeedCompleteAction

    /// - Parameter configuration: the player's configuration, which contains the two actions.
    public init(_ configuration: PlayerViewConfiguration) {
        videoCompleteAction = configuration.videoCompleteAction
        feedCompleteAction = configuration.feedCompleteAction
    }

    /// - Parameters:
    ///   - index: the item that ended.
    ///   - count: the number of items.
    ///   - hasMore: whether more may follow the last one.
    public func atEnd(of index: Int, count: Int, hasMore: Bool) -> Step {
        switch videoCompleteAction {
        case .loop: return .loop
        case .stop: return .stop
        case .advanceToNext:
            if index + 1 < count { return .goTo(index + 1) }
            if hasMore { return .waitForMore }
            switch feedCompleteAction {
            case .dismiss: return .dismiss
            // A single item restarts instead of being reopened.
            case .loop: return count > 1 ? .goTo(0) : .loop
            }
        }
    }

    /// - Parameter offset: 1 for the next item, -1 for the previous one.
    public func onSwipe(by offset: Int, from index: Int, count: Int, hasMore: Bool) -> Step {
        let target = index + offset
        if offset > 0, target >= count {
            if hasMore { return .waitForMore }
            return feedCompleteAction == .loop && count > 1 ? .goTo(0) : .stay
        }
        return target >= 0 && target < count && offset != 0 ? .goTo(target) : .stay
    }
}
