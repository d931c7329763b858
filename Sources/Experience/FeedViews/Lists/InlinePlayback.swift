// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// Plays one item of a list inline, with a single player for all items, and reports it as autoplay.
@MainActor final class InlinePlayback {
    let playback: FeedPlayback
    private let pool: ScreenPool
    private let host: FeedHost
    private var following: Task<Void, Never>?
    /// The item that plays or is paused inline.
    private(set) var index: Int?
    /// Called with the slide to show in an item's cell; nil removes it.
    var onPlace: (@MainActor (Int, Slide?) -> Void)?

    /// - Parameters:
    ///   - silence: true in thumbnail feeds, which play muted.
    ///   - subtitles: the caption style.
    init(_ feed: Feed, host: FeedHost, silence: Bool, subtitles: SubtitleConfiguration = SubtitleConfiguration()) {
        self.host = host
        let pool = ScreenPool(host)
        pool.onSlide = { $0.captions.subtitles = subtitles }
        self.pool = pool
        var configuration = PlayerViewConfiguration()
        configuration.videoCompleteAction = .loop
        var preloading = PreloadRule.Settings()
        (preloading.ahead, preloading.behind, preloading.maxPlayers) = (0, 0, 1)
        playback = FeedPlayback(
            feed, configuration: configuration, preloading: preloading, forwardBuffer: 4, isFullScreen: false, isAutoplay: true,
            silence: silence
        ) { pool.makePlayer() }
        playback.onPrepare = { [weak pool] player, _ in pool?.screen(of: player)?.slide.begin() }
        following = Task { [weak self, events = playback.events] in
            for await event in events { self?.handle(event) }
        }
    }

    isolated deinit {
        following?.cancel()
        playback.close(.hostClosed)
    }

    func play(_ index: Int) {
        guard playback.index != index || self.index != index else { return playback.setSeen(true) }
        leave()
        // Resume the same item.
        if playback.index == index { playback.setSeen(true) } else { playback.show(index) }
        self.index = index
        guard let slide = pool.screen(of: playback.player)?.slide else { return }
        let item = playback.feed.items[index]
        slide.show(ItemFace(item, ad: nil, showsReplay: false), .fullBleed)
        onPlace?(index, slide)
    }

    func pause() {
        if playback.player?.shouldPlay == true { playback.setSeen(false) }
    }

    /// Stops playback and releases the player.
    func stop(_ reason: FinishReason = .hostClosed) {
        leave()
        playback.close(reason)
    }

    /// The slide to show in an item's cell; nil if another item plays.
    func slide(for index: Int) -> Slide? { index == self.index ? pool.screen(of: playback.player)?.slide : nil }

    /// The player's model; nil before there is a player.
    var model: PlayerModel? { pool.screen(of: playback.player)?.model }

    /// Playback position in seconds.
    var position: Double? { playback.player?.time }

    private func leave() {
        if let index { onPlace?(index, nil) }
        index = nil
    }

    private func handle(_ event: FeedPlayback.Event) {
        switch event {
        case .notice(let notice, let details): host.onNotice?(notice, details)
        case .firstPicture(let index): pool.screen(of: playback.player(at: index))?.slide.ready()
        case .failed(let index, _): if index == self.index { leave() }
        case .itemsReplaced: leave()
        case .moved, .dismissed, .waitedInVain: break
        }
    }
}
