// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

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

    /// Seconds on the item's timeline; the target while a seek is under way.
    var position: Double { get }
    /// Where a person can go to; nil when nowhere. For an on-demand item the whole of it, for a live one its window.
    var seekable: TimeRange? { get }
    /// What is loaded around the position.
    var bufferedRange: TimeRange? { get }

    /// Speed, 1 being the normal one.
    var rate: Double { get set }
    /// From 0 to 1.
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

    /// Spans of the item that mean something, for the seek bar.
    var marks: [SeekMark] { get }
}

// One item, and nothing to choose.
extension PlayerControlling {
    public var canGoToNext: Bool { false }
    public var canGoToPrevious: Bool { false }
    public func goToNext() {}
    public func goToPrevious() {}
    public func choices(of kind: ChoiceKind) -> Choices { .none }
    public func choose(_ index: Int, of kind: ChoiceKind) {}
    public var marks: [SeekMark] { [] }
}

extension PlayerControlling {
    /// Skips by seconds, within ``seekable``.
    func skip(by seconds: Double) {
        guard let seekable else { return }
        seek(to: seekable.clamp(position + seconds))
    }

    /// At the live edge, as far as a person cares.
    var isAtLiveEdge: Bool {
        guard isLive else { return false }
        guard let seekable else { return true }
        return seekable.end - position < 10
    }
}
