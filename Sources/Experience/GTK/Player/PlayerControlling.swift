// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer

/// What the controls of a window need of a player. Its values are followed by observation: an implementation is an
/// `@Observable` class.
@MainActor public protocol PlayerControlling: AnyObject {
    /// Empty until it is known.
    var title: String { get }
    /// Playing is wanted, also while it has to wait for data.
    var isPlaying: Bool { get }
    /// Playing waits for data.
    var isBusy: Bool { get }
    /// The end is reached; ``togglePlayPause()`` starts again.
    var hasEnded: Bool { get }
    var isLive: Bool { get }
    /// Why nothing can be played, in words for the person; nil while all is well.
    var errorMessage: String? { get }
    /// The same with a title, what can be done about it, and what is known beyond it.
    var failure: FailureText? { get }
    /// From when on what can't be played can be, where that is known.
    var availableFrom: Date? { get }

    /// Seconds on the item's timeline; the target while a seek is under way.
    var position: Double { get }
    /// Where a person can go to; nil when nowhere. For an on-demand item the whole of it, for a live one its window.
    var seekable: TimeRange? { get }
    /// Whether a person may go elsewhere now; not while an ad plays that is to be seen.
    var canSeek: Bool { get }
    /// What is loaded around the position.
    var bufferedRange: TimeRange? { get }

    /// Speed, 1 being the normal one.
    var rate: Double { get set }
    /// From 0 to 2; what is above 1 is amplified.
    var volume: Double { get set }
    var isMuted: Bool { get set }

    func togglePlayPause()
    /// Goes exactly to a time of ``seekable``, in seconds.
    func seek(to time: Double)
    /// Shows what is near a time, quickly: called often while a person drags, then followed by ``seek(to:)``.
    func preview(at time: Double)
    /// Pauses, and shows the next picture or, with -1, the one before.
    func step(by frames: Int)
    /// Tries again after an error.
    func retry()

    /// There is an item to go to.
    var canGoToNext: Bool { get }
    var canGoToPrevious: Bool { get }
    func goToNext()
    func goToPrevious()

    /// What can be chosen of the stream; empty where nothing can.
    func choices(of kind: ChoiceKind) -> Choices
    /// - Parameter index: of the titles of ``choices(of:)``.
    func choose(_ index: Int, of kind: ChoiceKind)
    /// A person is about to choose: what does not tell its changes by itself is looked up.
    func refreshChoices()

    /// Files with subtitles can be added to what plays.
    var takesSubtitles: Bool { get }
    /// Reads files with subtitles, addresses or paths, and shows the last; what is wrong with them is told by ``notices``.
    func addSubtitles(_ addresses: [String])

    /// There are captions that can be searched.
    var canFindCues: Bool { get }
    /// The captions with some words in them, in the order of time, as far as they are loaded.
    func findCues(_ words: String) -> [FoundCue]

    /// Spans of the item that mean something, for the seek bar.
    var marks: [SeekMark] { get }

    /// What plays in place of the item; nil while the item itself plays.
    var playingBreak: PlayingBreak? { get }
    /// Ends it, where that is allowed.
    func skipBreak()
    /// Opens the page that says more of it.
    func openBreakPage()
    /// The same for one of its companions, by its place among them.
    func openCompanion(_ index: Int)
    /// One of its icons came to be seen.
    func iconShown(_ icon: AdIcon)
    /// Opens the page that says what an icon stands for.
    func openIcon(_ icon: AdIcon)
    /// A picture of an ad over the content, which plays on.
    var adOverlay: AdOverlay? { get }
    /// ``adOverlay`` came to be seen.
    func adOverlayShown()
    /// Opens its page.
    func openAdOverlay()
    /// Takes it away.
    func closeAdOverlay()
    /// A picture of an ad in the place of what plays, which waits.
    var adCard: AdCard? { get }
    /// ``adCard`` came to be seen.
    func adCardShown()
    /// Opens its page.
    func openAdCard()
    /// Lets what plays go on.
    func closeAdCard()
    /// Nothing of the picture is to be seen.
    var isCovered: Bool { get }

    /// Seconds that a skip goes, above zero.
    func skipInterval(_ direction: SkipDirection) -> Double
    func canSkip(_ direction: SkipDirection) -> Bool
    func skip(_ direction: SkipDirection)

    /// What is to be read at ``position``.
    var cues: ActiveCues { get }
    var captionStyle: CaptionStyle { get }

    /// There is sound and no picture.
    var isAudioOnly: Bool { get }
    var viewport: Viewport { get }
    var artwork: ImageSource { get }
    /// Who holds the rights in ``artwork``; empty when nobody is to be named.
    var imageCopyright: String { get }
    /// The artist and the album, on one line; empty where they are not known.
    var credits: String { get }
    /// The file of an image; nil where there is none, or it can't be had.
    func imageBytes(of source: ImageSource) async -> [UInt8]?
    /// A small picture of what is near a time, for seeking; nil where there is none.
    func thumbnail(at time: Double) async -> (any Picture)?

    /// The window of the player is not seen any more.
    func enterBackground()
    /// It is seen again.
    func enterForeground()

    /// What a person is to be told of, from now on.
    var notices: AsyncStream<PlayerNotice> { get }
}

// One item, and nothing to choose.
extension PlayerControlling {
    public var canGoToNext: Bool { false }
    public var canGoToPrevious: Bool { false }
    public func goToNext() {}
    public func goToPrevious() {}
    public func choices(of kind: ChoiceKind) -> Choices { .none }
    public func choose(_ index: Int, of kind: ChoiceKind) {}
    public func refreshChoices() {}
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

// Skips of ten seconds, wherever there is something to seek in.
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
    /// What visibility and the like follow.
    var playbackState: PlaybackState {
        if errorMessage != nil { return .idle }
        return hasEnded ? .ended : isPlaying ? .playing : .paused
    }

    /// Live, and without a past to go back to.
    var isLiveOnly: Bool { isLive && seekable == nil }

    /// At the live edge, as far as a person cares.
    var isAtLiveEdge: Bool {
        guard isLive else { return false }
        guard let seekable else { return true }
        return seekable.end - position < 10
    }
}
