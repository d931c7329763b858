// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxContract

/// The current item of a player page.
public struct ShownItem: Hashable, Sendable {
    /// Index in the feed.
    public var index: Int
    /// The item as it is in the feed now.
    public var item: FeedItem
    /// The service's session ID of the feed.
    public var sessionID: String?

    /// Nil for playlists and unknown kinds.
    public var video: FeedVideo? { item.video }

    /// A video without a URL and without another explanation; streams may still start, and locked videos can be unlocked.
    var isMissing: Bool {
        guard let video, video.type != .liveStream else { return false }
        return video.hlsURL == nil && !video.locked && !video.regionBlocked
    }
}

/// The observable state of a player page, for layers over it.
@MainActor @Observable public final class PlayerPageState {
    /// Changes with each swipe; nil before the first item and after the last.
    public internal(set) var shown: ShownItem?
    /// The page's buttons and texts are visible; they fade out when the user is inactive.
    public internal(set) var areControlsShown = true
    /// The current item is animating into place.
    public internal(set) var isMoving = false
    /// The first frame of the current item is available.
    public internal(set) var hasPicture = false
    /// Why the current item can't be played; nil if it can.
    public internal(set) var failure: String?
    /// In logical pixels; layers adapt to it.
    public internal(set) var size = PageSize(width: 0, height: 0)

    /// Logical pixels taken at the top and bottom by texts, buttons and layers.
    var top = 0
    var bottom = 0

    /// Layers show the state of live streams and the availability of items, so the page itself doesn't.
    public var saysAvailabilityElsewhere = false

    init() {}
}

/// The size of a page in logical pixels.
public struct PageSize: Hashable, Sendable {
    /// Logical pixels.
    public var width: Int
    /// Logical pixels.
    public var height: Int

    /// Too narrow for a panel next to the video.
    public var isNarrow: Bool { width < Self.wide }
    /// Whether the page is wider than tall.
    public var isLandscape: Bool { width > height }

    /// Minimum width for content next to the video.
    static let wide = 720
    /// Width of the column on a wide page: cards, chat, games, the call-to-action button.
    static let column = 360
}
