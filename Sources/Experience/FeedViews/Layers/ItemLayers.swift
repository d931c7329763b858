// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

/// The layers shown over an item of a feed.
struct ItemLayers: Hashable {
    /// The message in the centre, instead of the video or over it.
    enum Panel: Hashable {
        case none
        case regionRestricted
        case code
        /// Nil if there is no date, or the hosts hide the countdown.
        case countdown(LivePresentation.Countdown?, canRemind: Bool)
        case connecting
        case hostPaused
        case ended
    }

    enum Badge: Hashable { case none, live, replay }

    var panel = Panel.none
    var badge = Badge.none
    var showsViewers = false
    var showsHearts = false
    var showsAnnouncement = false
    var showsChat = false
    var showsGames = false
    /// Whether product cards and the button for all products are shown.
    var showsProducts = false
    var showsCartIcon = false

    init() {}

    /// - Parameters:
    ///   - isCompact: a small inline block, which shows only the essential state of a stream.
    ///   - video: nil if the item isn't a video.
    ///   - presentation: of a live stream; nil for others, and until it is known.
    ///   - hasChat: messages exist or can be written.
    ///   - hasGames: a poll or game is open or has results.
    ///   - hasProducts: at least one product can be shown.
    init(
        _ video: FeedVideo?, _ presentation: LivePresentation?, hasChat: Bool = false, hasGames: Bool = false, hasProducts: Bool = false,
        canRemind: Bool = false, isCompact: Bool = false, player: PlayerViewConfiguration = .init(), icon: CartIcon = .init()
    ) {
        guard let video, video.type != .ad else { return }
        let isLive = video.type == .liveStream && video.liveStreamID != nil
        guard isLive else {
            guard !video.regionBlocked else {
                panel = .regionRestricted
                return
            }
            (showsGames, showsProducts) = (hasGames, hasProducts && !player.isProductCardHidden)
            showsCartIcon = hasProducts && !icon.isHidden
            return
        }
        guard let presentation else {
            panel = video.regionBlocked ? .regionRestricted : video.locked ? .code : .connecting
            return
        }
        switch presentation {
        case .regionRestricted:
            panel = .regionRestricted
            return
        case .locked:
            panel = .code
            return
        case .countdown(let countdown, _):
            let isHidden = player.countdownTimer.isHidden
            panel = .countdown(isHidden ? nil : countdown, canRemind: canRemind && !isHidden)
        case .connecting: (panel, badge) = (.connecting, .live)
        case .live: badge = .live
        case .hostPaused: (panel, badge) = (.hostPaused, .live)
        case .ended: panel = .ended
        case .replay: badge = .replay
        }
        showsViewers = badge == .live
        guard !isCompact else { return }
        showsHearts = badge != .none
        showsAnnouncement = badge == .live || panel == .ended
        showsChat = hasChat
        showsGames = hasGames
        showsProducts = hasProducts && !player.isProductCardHidden
        showsCartIcon = hasProducts && !icon.isHidden
    }
}
