// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// Plays one item of a list in its place, with one player for all of them, and reports that it began by itself.
@MainActor final class InlinePlayback {
    let playback: FeedPlayback
    private let pool: ScreenPool
    private let host: FeedHost
    private var following: Task<Void, Never>?
    /// What plays, or is paused, in its place.
    private(set) var index: Int?
    /// Told where the video is to be shown; nil: nowhere any more.
    var onPlace: (@MainActor (Int, Slide?) -> Void)?

    /// - Parameters:
    ///   - silence: true in feeds of thumbnails, which nobody asked to speak.
    ///   - subtitles: what captions look like.
    init(_ feed: Feed, host: FeedHost, silence: Bool, subtitles: SubtitleConfiguration = SubtitleConfiguration()) {
        self.host = host
        let pool = ScreenPool(host)
        pool.onSlide = { $0.subtitles = subtitles }
        self.pool = pool
        var configuration = PlayerViewConfiguration()
        configuration.videoCompleteAction = .loop
        var preloading = PreloadRule.Settings()
        (preloading.ahead, preloading.behind, preloading.mostPlayers) = (0, 0, 1)
        playback = FeedPlayback(
            feed, configuration: configuration, preloading: preloading, forwardBuffer: 4, isFullScreen: false, isAutoplay: true,
            silence: silence
        ) { pool.makePlayer() }
        playback.onPrepare = { [weak pool] player, _ in pool?.screen(of: player)?.slide.begin() }
        following = Task { [weak self, events = playback.events] in
            for await event in events { self?.heard(event) }
        }
    }

    isolated deinit {
        following?.cancel()
        playback.close(.hostClosed)
    }

    func play(_ index: Int) {
        guard playback.index != index || self.index != index else { return playback.setSeen(true) }
        leave()
        // What was left and is wanted again goes on.
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

    /// Nothing plays any more; the player is let go of.
    func stop(_ reason: FinishReason = .hostClosed) {
        leave()
        playback.close(reason)
    }

    /// A cell shows an item now: the video of that item belongs there.
    func slide(for index: Int) -> Slide? { index == self.index ? pool.screen(of: playback.player)?.slide : nil }

    /// Of the player; nil before there is one.
    var model: PlayerModel? { pool.screen(of: playback.player)?.model }

    /// Where it is, in seconds.
    var position: Double? { playback.player?.time }

    private func leave() {
        if let index { onPlace?(index, nil) }
        index = nil
    }

    private func heard(_ event: FeedPlayback.Event) {
        switch event {
        case .notice(let notice, let details): host.onNotice?(notice, details)
        case .firstPicture(let index): pool.screen(of: playback.player(at: index))?.slide.ready()
        case .failed(let index, _): if index == self.index { leave() }
        case .itemsReplaced: leave()
        case .moved, .dismissed, .waitedInVain: break
        }
    }
}
