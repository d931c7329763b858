// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// What the parts of a player page have in common.
@MainActor final class PageContext {
    let host: FeedHost
    let playback: FeedPlayback
    let pool: ScreenPool
    let state: PlayerPageState
    let spoken = SpokenCaptions()
    /// It is all that its window shows, and not one of several things.
    let isFullScreen: Bool
    /// There is a button that leads to full screen.
    let offersFullScreen: Bool
    /// Set by the page.
    var perform: @MainActor (PageCommand) -> Void = { _ in }

    init(
        _ host: FeedHost, _ playback: FeedPlayback, _ pool: ScreenPool, _ state: PlayerPageState, isFullScreen: Bool, offersFullScreen: Bool
    ) {
        (self.host, self.playback, self.pool, self.state) = (host, playback, pool, state)
        (self.isFullScreen, self.offersFullScreen) = (isFullScreen, offersFullScreen)
    }

    var sdk: FeedSDK { host.sdk }
    /// Of the player that is shown; nil where the item has none.
    var model: PlayerModel? { pool.screen(of: playback.player)?.model }
}
