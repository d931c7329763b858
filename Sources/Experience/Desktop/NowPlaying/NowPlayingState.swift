// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// The state and capabilities of a player as presented to the desktop, derived only from the player's state.
struct NowPlayingState: Hashable {
    enum Status: String { case playing = "Playing", paused = "Paused", stopped = "Stopped" }

    /// Shows nothing and allows nothing.
    static let nothing = NowPlayingState()

    var status = Status.stopped
    var repeatMode = RepeatMode.off
    var speed = 1.0
    var speeds = 1.0...1.0
    /// 0...1.
    var volume = 1.0

    var item: Int?
    var title = ""
    var artist: String?
    var album: String?
    var image = ImageSource.none
    var url: String?
    /// Seconds from the start of the seekable range; nil for items without a duration, and while the stream type is unknown.
    var length: Double?
    var isLive = false

    var canGoNext = false
    var canGoPrevious = false
    var canPlay = false
    var canPause = false
    var canSeek = false

    init() {}

    /// - Parameter number: distinguishes the item from earlier ones.
    @MainActor init(_ player: Player, number: Int) {
        let properties = player.currentProperties
        guard let current = player.currentItem, player.error == nil else {
            self = .nothing
            // After an error it may be retried, and a finished list can be replayed.
            canPlay = player.canReplay
            canGoNext = player.canAdvanceToNextItem
            canGoPrevious = player.currentItem != nil && player.canReturnToPreviousItem
            return
        }
        let metadata = current.metadata
        item = number
        title = metadata.title ?? ""
        artist = metadata.artist ?? metadata.subtitle
        album = metadata.album
        image = metadata.image
        status = properties.playbackState == .ended || !player.shouldPlay ? .paused : .playing
        repeatMode = player.repeatMode
        speed = player.speed
        speeds = player.speedRange
        volume = player.volume
        isLive = properties.streamType == .live
        if properties.streamType == .onDemand || properties.streamType == .dvr { length = properties.seekableTimeRange?.duration }
        canGoNext = player.canAdvanceToNextItem
        canGoPrevious = player.canReturnToPreviousItem
        (canPlay, canPause) = (true, true)
        canSeek = properties.seekableTimeRange.map { !$0.isEmpty } ?? false
    }
}
