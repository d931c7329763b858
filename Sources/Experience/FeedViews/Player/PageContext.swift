// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// State shared by the parts of a player page.
@MainActor final class PageContext {
    let host: FeedHost
    let playback: FeedPlayback
    let pool: ScreenPool
    let state: PlayerPageState
    let spoken = LiveCaptionsModel()
    /// The page fills its window rather than being embedded.
    let isFullScreen: Bool
    /// There is a full-screen button.
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
    /// The current player's model; nil if the item has none.
    var model: PlayerModel? { pool.screen(of: playback.player)?.model }
}
