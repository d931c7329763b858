// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// The slides of a page's items, and the one that is shown.
@MainActor final class PageSlides {
    let stage = SwipeStage()
    private(set) var current: Slide?
    private let playback: FeedPlayback
    private let pool: ScreenPool
    private let state: PlayerPageState
    /// The space that captions leave free.
    var captionSpace = CaptionSpace() {
        didSet { if captionSpace != oldValue { for slide in pool.slides { placeCaptions(of: slide) } } }
    }

    init(_ context: PageContext) {
        (playback, pool, state) = (context.playback, context.pool, context.state)
        pool.onSlide = { [weak self] in self?.add($0) }
        stage.onRest = { [weak state] in state?.isMoving = false }
    }

    private func add(_ slide: Slide) {
        stage.add(slide)
        if state.size.width > 0 { slide.pageSize = state.size }
        placeCaptions(of: slide)
        slide.captions.subtitles = playback.configuration.subtitles
        slide.onPicture = { [weak self, weak slide] in
            guard let self, current === slide else { return }
            state.hasPicture = true
        }
    }

    private func placeCaptions(of slide: Slide) {
        slide.captions.overlay.bottomInset = captionSpace.bottom
        slide.captions.overlay.sideInsets = captionSpace.sides
    }

    func fit(_ size: PageSize) { for slide in pool.slides { slide.pageSize = size } }

    private func slide(of index: Int) -> Slide? { pool.screen(of: playback.player(at: index))?.slide }

    /// Whether an item's first frame has been decoded.
    func isReady(_ index: Int) -> Bool { slide(of: index)?.hasPicture ?? false }

    func pictureReady(_ index: Int) { slide(of: index)?.ready() }

    /// Prepares an item's slide, including its poster, before the user swipes to it.
    func prepare(_ player: Player, at index: Int) {
        guard let slide = pool.screen(of: player)?.slide else { return }
        slide.begin()
        present(playback.feed.items[index], on: slide)
    }

    /// The slide of an item that a swipe moves into view; nil if it is already shown.
    func coming(at index: Int) -> Slide? {
        let next = slide(of: index) ?? pool.bareSlide(besides: current)
        guard next !== current else { return nil }
        present(playback.feed.items[index], on: next)
        return next
    }

    /// Shows the playback's item, which enters with a velocity in logical pixels per second.
    /// - Returns: false if it is shown already.
    func show(_ shown: ShownItem, velocity: Double, isRightToLeft: Bool) -> Bool {
        let screen = pool.screen(of: playback.player)
        guard state.shown != shown || screen.map({ $0.slide !== current }) ?? false else { return false }
        let previous = state.shown?.index
        let next = screen?.slide ?? (previous != shown.index ? pool.bareSlide(besides: current) : current ?? pool.bareSlide(besides: nil))
        present(shown.item, on: next)
        stage.show(
            next, next === current ? .atOnce : entrance(from: previous, to: shown.index, isRightToLeft: isRightToLeft), velocity: velocity)
        state.isMoving = stage.isMoving
        current = next
        state.hasPicture = next.hasPicture
        state.shown = shown
        return true
    }

    private func present(_ item: FeedItem, on slide: Slide) {
        slide.show(ItemFace(item, ad: nil, showsReplay: false), playback.configuration.playerStyle)
    }

    private func entrance(from previous: Int?, to index: Int, isRightToLeft: Bool) -> Stage.Entrance {
        guard let previous else { return .atOnce }
        let isForward = index > previous
        if playback.configuration.scrollDirection == .vertical { return isForward ? .fromBelow : .fromAbove }
        return isForward != isRightToLeft ? .fromRight : .fromLeft
    }
}
