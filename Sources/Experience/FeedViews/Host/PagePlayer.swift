// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// Presents a page's changing players as a single one: the page has a separate player for each item.
@MainActor final class PagePlayer: PlayerControlling {
    private weak var page: FeedPlayerPage?

    init(_ page: FeedPlayerPage) { self.page = page }

    private var model: PlayerModel? { page?.context.model }

    var title: String { model?.title ?? "" }
    var isPlaying: Bool { model?.isPlaying ?? false }
    var isBusy: Bool { model?.isBusy ?? false }
    var hasEnded: Bool { model?.hasEnded ?? false }
    var isLive: Bool { model?.isLive ?? false }
    var errorMessage: String? { model?.errorMessage }
    var position: Double { model?.position ?? 0 }
    var seekable: TimeRange? { model?.seekable }
    var bufferedRange: TimeRange? { model?.bufferedRange }

    var rate: Double {
        get { model?.rate ?? 1 }
        set { model?.rate = newValue }
    }
    var volume: Double {
        get { model?.volume ?? 1 }
        set { model?.volume = newValue }
    }
    var isMuted: Bool {
        get { page?.playback.isMuted ?? true }
        set { page?.playback.setMuted(newValue) }
    }

    func togglePlayPause() { page?.perform(.togglePlayPause) }
    func seek(to time: Double) { page?.playback.seek(to: time) }
    func preview(at time: Double) { model?.preview(at: time) }
    func step(by frames: Int) { model?.step(by: frames) }
    func retry() { page?.playback.play() }
}
