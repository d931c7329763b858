// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

/// Which layers an item of a feed has over its picture.
struct ItemLayers: Hashable {
    /// What is said in the middle, in place of a picture or over it.
    enum Panel: Hashable {
        case none
        case regionRestricted
        case code
        /// Nil: it has no date, or hosts don't want it counted down.
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
    /// The cards of products and what opens them.
    var showsProducts = false
    var showsCartIcon = false

    init() {}

    /// - Parameters:
    ///   - isCompact: a small block among other content, which shows of a stream what is on and no more.
    ///   - video: nil: the item is none.
    ///   - presentation: of a live stream; nil for others, and before anything is known of it.
    ///   - hasChat: something was written, or can be.
    ///   - hasGames: a poll or a game is open, or has results.
    ///   - hasProducts: there is at least one to be shown.
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
