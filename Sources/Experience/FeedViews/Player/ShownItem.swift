// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxContract

/// The item that a player page shows.
public struct ShownItem: Hashable, Sendable {
    /// In the feed, from 0.
    public var index: Int
    public var item: FeedItem
    /// The service's name of the feed.
    public var sessionID: String?

    /// Nil for playlists, and for kinds that are not known here.
    public var video: FeedVideo? { item.video }

    /// A video that the service has no address for, and that nothing else is said of: streams begin, locked ones are unlocked.
    var isMissing: Bool {
        guard let video, video.type != .liveStream else { return false }
        return video.hlsURL == nil && !video.locked && !video.regionBlocked
    }
}

/// What layers above a player page follow, by observation.
@MainActor @Observable public final class PlayerPageState {
    /// Changes with each swipe; nil before the first item and behind the last.
    public internal(set) var shown: ShownItem?
    /// The page's buttons and texts are to be seen; they fade while nobody does anything.
    public internal(set) var areControlsShown = true
    /// What is shown is on its way to its place.
    public internal(set) var isMoving = false
    /// The first picture of what is shown is there.
    public internal(set) var hasPicture = false
    /// Why what is shown can't be played; nil while all is well.
    public internal(set) var failure: String?
    /// Pixels of the style; layers choose their shape by it.
    public internal(set) var size = PageSize(width: 0, height: 0)

    /// Pixels of the style that texts, buttons and layers take at the top and at the bottom.
    var top = 0
    var bottom = 0

    /// Layers say of live streams what state they are in, and of all items why they may not be seen; the page itself doesn't then.
    public var saysAvailabilityElsewhere = false

    init() {}
}

/// How much room a page has, in pixels of the style.
public struct PageSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    /// Too narrow for a panel beside the picture.
    public var isNarrow: Bool { width < Self.wide }
    public var isLandscape: Bool { width > height }

    /// From this width on there is room beside the picture.
    static let wide = 720
    /// What stands in a column on a wide page: cards, the chat, games, the button that leads out.
    static let column = 360
}
