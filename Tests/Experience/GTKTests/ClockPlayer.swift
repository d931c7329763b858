// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxCaptions
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// A player whose clock the test controls; it records calls.
@MainActor @Observable final class ClockPlayer: PlayerControlling {
    var title = "A Film"
    var isPlaying = false
    var isBusy = false
    var hasEnded = false
    var isLive = false
    var errorMessage: String?
    var availableFrom: Date?
    var playingBreak: PlayingBreak?
    var canSeek = true
    private(set) var openedPages = 0
    func openBreakPage() { openedPages += 1 }
    /// Image files by URL.
    @ObservationIgnored var images: [String: [UInt8]] = [:]
    func imageBytes(of source: ImageSource) async -> [UInt8]? {
        switch source {
        case .data(let bytes): bytes
        case .url(let address, _): images[address]
        case .none: nil
        }
    }
    var adOverlay: AdOverlay?
    private(set) var overlayAsked: [String] = []
    func adOverlayShown() { overlayAsked.append("shown") }
    func openAdOverlay() { overlayAsked.append("open") }
    func closeAdOverlay() {
        overlayAsked.append("close")
        adOverlay = nil
    }
    var adCard: AdCard?
    private(set) var cardAsked: [String] = []
    func adCardShown() { cardAsked.append("shown") }
    func openAdCard() { cardAsked.append("open") }
    func closeAdCard() {
        cardAsked.append("close")
        adCard = nil
    }
    private(set) var shownIcons: [AdIcon] = []
    func iconShown(_ icon: AdIcon) { shownIcons.append(icon) }
    private(set) var openedIcons: [AdIcon] = []
    func openIcon(_ icon: AdIcon) { openedIcons.append(icon) }
    var position = 0.0
    var seekable: TimeRange? = TimeRange(start: 0, end: 200)
    var bufferedRange: TimeRange?
    var rate = 1.0
    var volume = 1.0
    var isMuted = false

    private(set) var seeks: [Double] = []
    private(set) var previews: [Double] = []
    private(set) var steps: [Int] = []
    private(set) var retries = 0

    var canGoToNext = false
    var canGoToPrevious = false
    var offered: [ChoiceKind: Choices] = [:]
    var marks: [SeekMark] = []
    var cues = ActiveCues.none
    var captionStyle = CaptionStyle()
    var isAudioOnly = false
    var viewport = Viewport.standard
    var artwork = ImageSource.none
    var imageCopyright = ""
    /// The result of ``thumbnail(at:)``, and the requests.
    var picture: (any Picture)?
    private(set) var thumbnailTimes: [Double] = []
    @ObservationIgnored let notices: AsyncStream<PlayerNotice>
    @ObservationIgnored let noticing: AsyncStream<PlayerNotice>.Continuation

    init() { (notices, noticing) = AsyncStream.makeStream() }

    func thumbnail(at time: Double) async -> (any Picture)? {
        thumbnailTimes.append(time)
        return picture
    }

    private(set) var isInBackground = false
    func enterBackground() { isInBackground = true }
    func enterForeground() { isInBackground = false }

    private(set) var moves: [String] = []
    func goToNext() { moves.append("next") }
    func goToPrevious() { moves.append("previous") }
    func choices(of kind: ChoiceKind) -> Choices { offered[kind] ?? .none }
    func choose(_ index: Int, of kind: ChoiceKind) { offered[kind]?.selection = index }
    private(set) var refreshes = 0
    func refreshChoices() { refreshes += 1 }
    /// What can be delayed, and by how much.
    var delays: [DelayKind: Double] = [:]
    func delay(of kind: DelayKind) -> Double? { delays[kind] }
    func setDelay(_ seconds: Double, of kind: DelayKind) { if delays[kind] != nil { delays[kind] = seconds } }
    func markRepeatedPart() -> String? { "Repeat from \(TimeText.clock(position))" }
    var takesSubtitles = false
    var said: [FoundCue] = []
    var canFindCues: Bool { !said.isEmpty }
    func findCues(_ words: String) -> [FoundCue] { said.filter { !words.isEmpty && $0.text.contains(words) } }

    func togglePlayPause() {
        if hasEnded { position = seekable?.start ?? 0 }
        hasEnded = false
        isPlaying.toggle()
    }

    func seek(to time: Double) {
        seeks.append(time)
        position = time
    }

    func preview(at time: Double) { previews.append(time) }

    func step(by frames: Int) {
        isPlaying = false
        steps.append(frames)
    }

    func skipBreak() { playingBreak = nil }

    func retry() {
        retries += 1
        errorMessage = nil
    }

    /// Advances the time.
    func advance(by seconds: Double) {
        guard isPlaying, !isBusy, let end = seekable?.end else { return }
        position = min(position + seconds * rate, end)
        if position >= end { (isPlaying, hasEnded) = (false, true) }
    }
}
