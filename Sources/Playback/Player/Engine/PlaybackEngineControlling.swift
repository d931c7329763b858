// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming

/// What plays for a player: the engine of this machine, a renderer elsewhere, or one of your own. `FakeEngine` of `WindowboxTesting` is the
/// shortest one.
///
/// Commands come from the main actor and take effect in the order in which they are given; none may wait. What happens is reported by
/// ``facts``: first of an item its timeline and kinds of tracks, then that it is ready, then its status each time that changes.
public protocol PlaybackEngineControlling: AnyObject, Sendable {
    /// What happens, in order, for one reader.
    var facts: AsyncStream<EngineFact> { get }

    /// Takes what was prepared under the same id, when it starts at its default position.
    func load(_ asset: Asset, as id: ItemID, at start: StartPosition)
    /// Gets ready what follows the current item without a gap; nil forgets it.
    func prepare(_ asset: Asset?, as id: ItemID)
    /// What of the current or the prepared item must not be played from now on.
    func block(_ ranges: BlockedRanges, of id: ItemID)
    /// The engine told that the item prepared under this id is the current one now.
    func advanced(to id: ItemID)
    /// Plays nothing, and forgets what was prepared.
    func unload()

    /// Playing is wanted from now on, for the items to come too.
    func play()
    func pause()
    /// - Parameter rate: media seconds per second; below zero, where `PlaybackAbilities.canReverse` was reported, it plays backwards.
    func set(rate: Double)
    /// - Parameter volume: 0...2.
    func set(volume: Double)
    func set(isMuted: Bool)
    func set(processing: MediaProcessing)
    /// Bounds of quality for this item and those to come.
    func limit(_ limits: QualityLimits)
    /// Which tracks of an item are to be heard and read.
    func select(_ selection: Selection, of id: ItemID)
    /// Goes to a time and reports where it landed, or nil when another item took its place. A later seek ends an earlier one, whose report has
    /// no landing.
    func seek(to position: SeekPosition, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void)
    /// Holds playing still, whatever is asked for, until ``endScrubbing(at:_:)`` or another item.
    func beginScrubbing()
    /// Goes to a time, or stays where it came to for nil, and plays on where that is wanted.
    func endScrubbing(at position: SeekPosition?, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void)
    /// Shows another picture while it is paused, and reports whether there was one.
    /// - Parameter count: pictures forwards; below zero backwards.
    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void)
    /// Ends other content that plays in a break, where and when it may be skipped.
    func skipInterstitial()
    /// Where the sound goes.
    var audioDestination: AudioDestination { get }
    /// Reports what changes too fast for facts.
    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void)
    /// A small picture of the current item; nil where there is none.
    func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame?
    /// Counts since the engine was made.
    func counts() async -> EngineCounts

    /// Silences it at once and ends everything.
    func shutDown()
}

extension PlaybackEngineControlling {
    public func skipInterstitial() {}
    public var audioDestination: AudioDestination { .elsewhere }
    /// Nothing can be done where others decode.
    public func set(processing: MediaProcessing) {}
    public func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame? { nil }
}

/// What changes too fast for facts.
public struct EngineSample: Hashable, Sendable {
    /// Seconds on the current item's timeline.
    public var position: Double
    /// What is loaded around the position.
    public var loaded: TimeRange?
    /// How playing the current item goes.
    public var metrics: PlaybackMetrics?
    /// What interrupts it now.
    public var interstitial: PlayingInterstitial?

    public init(
        position: Double, loaded: TimeRange? = nil, metrics: PlaybackMetrics? = nil, interstitial: PlayingInterstitial? = nil
    ) {
        self.position = position
        self.loaded = loaded
        self.metrics = metrics
        self.interstitial = interstitial
    }
}
