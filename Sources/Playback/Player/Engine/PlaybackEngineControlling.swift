// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming

/// A playback engine: the local one, an external renderer, or your own implementation. `FakeEngine` of `WindowboxTesting` is the shortest
/// example.
///
/// Commands come from the main actor and take effect in the order in which they are given; they must not block. ``facts`` reports events:
/// for each item first its timeline and kinds of tracks, then that it is ready, then every change of its status.
public protocol PlaybackEngineControlling: AnyObject, Sendable {
    /// Events in order, for a single consumer.
    var facts: AsyncStream<EngineFact> { get }

    /// Loads an item. Uses what was prepared under the same ID if it starts at its default position.
    func load(_ asset: Asset, as id: ItemID, at start: StartPosition)
    /// Prepares the next item, which follows the current one without a gap; nil discards it.
    func prepare(_ asset: Asset?, as id: ItemID)
    /// Sets the ranges of the current or the prepared item that must not be played from now on.
    func block(_ ranges: BlockedRanges, of id: ItemID)
    /// The engine reported that the item prepared under this ID is now the current one.
    func advanced(to id: ItemID)
    /// Stops playback and discards the prepared item.
    func unload()

    /// Requests playback from now on, for later items too.
    func play()
    /// Requests a pause from now on, for later items too.
    func pause()
    /// - Parameter rate: media seconds per second. Negative rates play backwards, if `PlaybackAbilities.canReverse` was reported.
    func set(rate: Double)
    /// - Parameter volume: 0...2.
    func set(volume: Double)
    /// Mutes or unmutes without changing the volume.
    func set(isMuted: Bool)
    /// Sets the processing of audio and video for this item and later ones. By default it does nothing.
    func set(processing: MediaProcessing)
    /// Sets limits of quality for this item and later ones.
    func limit(_ limits: QualityLimits)
    /// Selects the audio, subtitles or variant of an item.
    func select(_ selection: Selection, of id: ItemID)
    /// Seeks to a time and reports where it landed, or nil if another item became current. A later seek ends an earlier one, whose report
    /// then has no landing position.
    func seek(to position: SeekPosition, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void)
    /// Pauses playback, whatever is requested, until ``endScrubbing(at:_:)`` or another item.
    func beginScrubbing()
    /// Seeks to a time, or stays at the current one if nil, and resumes playback if that is requested.
    func endScrubbing(at position: SeekPosition?, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void)
    /// Shows another frame while paused, and reports whether there was one.
    /// - Parameter count: frames forwards; negative values go backwards.
    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void)
    /// Skips an interstitial that is playing, if and when that is allowed.
    func skipInterstitial()
    /// Where the audio is played.
    var audioDestination: AudioDestination { get }
    /// Reports values that change too fast for facts.
    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void)
    /// A small frame of the current item near a time in seconds; nil if there is none.
    func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame?
    /// Counts since the engine was created.
    func counts() async -> EngineCounts

    /// Mutes the engine at once and ends everything.
    func shutDown()
}

extension PlaybackEngineControlling {
    public func skipInterstitial() {}
    public var audioDestination: AudioDestination { .elsewhere }
    /// Does nothing: media decoded elsewhere can't be processed.
    public func set(processing: MediaProcessing) {}
    public func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame? { nil }
}

/// Values that change too fast for facts.
public struct EngineSample: Hashable, Sendable {
    /// Seconds on the current item's timeline.
    public var position: Double
    /// The loaded range around the position, in seconds.
    public var loaded: TimeRange?
    /// Playback metrics of the current item.
    public var metrics: PlaybackMetrics?
    /// The interstitial that is playing; nil if none.
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
