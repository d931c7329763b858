// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxCaptions
public import WindowboxMedia
public import WindowboxPlayer

/// What the controls need from a player. The UI observes its properties, so implementations are `@Observable` classes.
@MainActor public protocol PlayerControlling: AnyObject {
    /// Empty until known.
    var title: String { get }
    /// Playback is requested, even while it waits for data.
    var isPlaying: Bool { get }
    /// Playback waits for data.
    var isBusy: Bool { get }
    /// The end was reached; ``togglePlayPause()`` starts again.
    var hasEnded: Bool { get }
    /// The current item is a live stream.
    var isLive: Bool { get }
    /// Why playback failed, in words for the user; nil if there is no error.
    var errorMessage: String? { get }
    /// Why playback failed, with a title, advice and details; nil if there is no error.
    var failure: FailureText? { get }
    /// When an item that can't be played yet becomes available, if known.
    var availableFrom: Date? { get }

    /// Seconds on the item's timeline; the target during a seek.
    var position: Double { get }
    /// The seekable range: all of an on-demand item, the DVR window of a live one; nil if seeking is impossible.
    var seekable: TimeRange? { get }
    /// Whether seeking is allowed now; false during an ad that must be watched.
    var canSeek: Bool { get }
    /// The range loaded around the position.
    var bufferedRange: TimeRange? { get }

    /// Playback rate, 1 being normal.
    var rate: Double { get set }
    /// From 0 to 2; values above 1 amplify.
    var volume: Double { get set }
    /// Mutes without changing ``volume``.
    var isMuted: Bool { get set }

    /// Plays or pauses; at the end, starts again.
    func togglePlayPause()
    /// Seeks exactly to a time of ``seekable``, in seconds.
    func seek(to time: Double)
    /// Quickly shows a frame near a time: called repeatedly while dragging, followed by ``seek(to:)``.
    func preview(at time: Double)
    /// Pauses, and shows the next frame or, with -1, the previous one.
    func step(by frames: Int)
    /// Retries after an error.
    func retry()

    /// There is a next item.
    var canGoToNext: Bool { get }
    /// There is a previous item, or this one can start again.
    var canGoToPrevious: Bool { get }
    /// Goes to the next item, if there is one.
    func goToNext()
    /// Goes to the previous item, or to the start of this one.
    func goToPrevious()

    /// The choices the stream offers; empty if there are none.
    func choices(of kind: ChoiceKind) -> Choices
    /// - Parameter index: in the titles of ``choices(of:)``.
    func choose(_ index: Int, of kind: ChoiceKind)
    /// Updates choices that don't report changes, because the user is about to choose.
    func refreshChoices()

    /// Seconds by which something comes later than the video, negative for earlier; nil if it can't be changed.
    func delay(of kind: DelayKind) -> Double?
    /// Sets what ``delay(of:)`` returns.
    func setDelay(_ seconds: Double, of kind: DelayKind)

    /// Marks the start of a part that repeats, then its end, and then clears both.
    /// - Returns: the new state, in words for the viewer; nil if nothing can be marked.
    func markRepeatedPart() -> String?

    /// Whether subtitle files can be added to the current item.
    var takesSubtitles: Bool { get }
    /// Loads subtitle files by URL or path, and shows the last; errors are reported through ``notices``.
    func addSubtitles(_ addresses: [String])

    /// Whether there are searchable captions.
    var canFindCues: Bool { get }
    /// The loaded captions that contain the words, in order of time.
    func findCues(_ words: String) -> [FoundCue]

    /// Spans of the item to mark on the seek bar.
    var marks: [SeekMark] { get }

    /// What plays instead of the item; nil while the item itself plays.
    var playingBreak: PlayingBreak? { get }
    /// Skips the break, if allowed.
    func skipBreak()
    /// Opens the break's click-through page.
    func openBreakPage()
    /// Opens the page of one of its companions, by index.
    func openCompanion(_ index: Int)
    /// Reports that one of its icons became visible.
    func iconShown(_ icon: AdIcon)
    /// Opens an icon's click-through page.
    func openIcon(_ icon: AdIcon)
    /// A non-linear ad over the content, which keeps playing.
    var adOverlay: AdOverlay? { get }
    /// Reports that ``adOverlay`` became visible.
    func adOverlayShown()
    /// Opens its click-through page.
    func openAdOverlay()
    /// Closes it.
    func closeAdOverlay()
    /// An image ad shown instead of the content, which waits.
    var adCard: AdCard? { get }
    /// Reports that ``adCard`` became visible.
    func adCardShown()
    /// Opens its click-through page.
    func openAdCard()
    /// Closes it and resumes the content.
    func closeAdCard()
    /// The video must not be visible.
    var isCovered: Bool { get }

    /// Seconds per skip, always positive.
    func skipInterval(_ direction: SkipDirection) -> Double
    /// Whether a skip has anywhere to go.
    func canSkip(_ direction: SkipDirection) -> Bool
    /// Skips by ``skipInterval(_:)``.
    func skip(_ direction: SkipDirection)

    /// The cues active at ``position``.
    var cues: ActiveCues { get }
    /// The application's style and the user's preferences for captions.
    var captionStyle: CaptionStyle { get }

    /// The item has audio but no video.
    var isAudioOnly: Bool { get }
    /// Whether the video is flat or all around the viewer.
    var viewport: Viewport { get }
    /// The image of the current item, shown in place of missing video.
    var artwork: ImageSource { get }
    /// The copyright notice of ``artwork``; empty if there is none.
    var imageCopyright: String { get }
    /// Artist and album on one line; empty if unknown.
    var credits: String { get }
    /// The data of an image file; nil if there is none or it can't be loaded.
    func imageBytes(of source: ImageSource) async -> [UInt8]?
    /// A small preview frame near a time, for seeking; nil if there is none.
    func thumbnail(at time: Double) async -> (any Picture)?

    /// The player's window is no longer visible.
    func enterBackground()
    /// The player's window is visible again.
    func enterForeground()

    /// Notifications for the user, from now on.
    var notices: AsyncStream<PlayerNotice> { get }
}

// Defaults: a single item without choices.
extension PlayerControlling {
    public var canGoToNext: Bool { false }
    public var canGoToPrevious: Bool { false }
    public func goToNext() {}
    public func goToPrevious() {}
    public func choices(of kind: ChoiceKind) -> Choices { .none }
    public func choose(_ index: Int, of kind: ChoiceKind) {}
    public func refreshChoices() {}
    public func delay(of kind: DelayKind) -> Double? { nil }
    public func setDelay(_ seconds: Double, of kind: DelayKind) {}
    public func markRepeatedPart() -> String? { nil }
    public var takesSubtitles: Bool { false }
    public func addSubtitles(_ addresses: [String]) {}
    public var canFindCues: Bool { false }
    public func findCues(_ words: String) -> [FoundCue] { [] }
    public var marks: [SeekMark] { [] }
    public var playingBreak: PlayingBreak? { nil }
    public func skipBreak() {}
    public func openBreakPage() {}
    public func openCompanion(_ index: Int) {}
    public var adOverlay: AdOverlay? { nil }
    public func adOverlayShown() {}
    public func openAdOverlay() {}
    public func closeAdOverlay() {}
    public var adCard: AdCard? { nil }
    public func adCardShown() {}
    public func openAdCard() {}
    public func closeAdCard() {}
    public func iconShown(_ icon: AdIcon) {}
    public func openIcon(_ icon: AdIcon) {}
    public var isCovered: Bool { false }
    public var canSeek: Bool { true }
    public var failure: FailureText? { errorMessage.map { FailureText(explanation: $0) } }
    public var availableFrom: Date? { nil }
    public var cues: ActiveCues { .none }
    public var captionStyle: CaptionStyle { CaptionStyle() }
    public var isAudioOnly: Bool { false }
    public var viewport: Viewport { .standard }
    public var artwork: ImageSource { .none }
    public var imageCopyright: String { "" }
    public var credits: String { "" }
    public func imageBytes(of source: ImageSource) async -> [UInt8]? {
        if case .data(let bytes) = source { bytes } else { nil }
    }
    public func thumbnail(at time: Double) async -> (any Picture)? { nil }
    public func enterBackground() {}
    public func enterForeground() {}
    public var notices: AsyncStream<PlayerNotice> { AsyncStream { $0.finish() } }
}

// Defaults: skips of ten seconds wherever seeking is possible.
extension PlayerControlling {
    public func skipInterval(_ direction: SkipDirection) -> Double { 10 }
    public func canSkip(_ direction: SkipDirection) -> Bool { seekable != nil && canSeek }
    public func skip(_ direction: SkipDirection) {
        guard let seekable else { return }
        let seconds = skipInterval(direction)
        seek(to: seekable.clamp(position + (direction == .forward ? seconds : -seconds)))
    }
}

extension PlayerControlling {
    /// The state that drives the visibility of controls.
    var playbackState: PlaybackState {
        // While an item opens there is nothing to see but the controls, with the window's buttons.
        if errorMessage != nil || isOpening { return .idle }
        return hasEnded ? .ended : isPlaying ? .playing : .paused
    }

    /// It waits for data, and has no position yet.
    private var isOpening: Bool { isBusy && seekable == nil && !isLive }

    /// Live without a DVR window.
    var isLiveOnly: Bool { isLive && seekable == nil }

    /// At the live edge, within a tolerance that users don't notice.
    var isAtLiveEdge: Bool {
        guard isLive else { return false }
        guard let seekable else { return true }
        return seekable.end - position < 10
    }
}
