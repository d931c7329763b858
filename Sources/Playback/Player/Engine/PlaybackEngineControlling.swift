// SPDX-License-Identifier: Apache-2.0

package import WindowboxCodec
package import WindowboxEngine
package import WindowboxMedia
package import WindowboxStreaming

/// The part of an engine that a player drives. Commands take effect in the order in which they are given.
package protocol PlaybackEngineControlling: AnyObject, Sendable {
    /// For one reader.
    var facts: AsyncStream<EngineFact> { get }

    /// Takes what was prepared under the same id, when it starts at its default position.
    func load(_ asset: Asset, as id: ItemID, at start: StartPosition)
    /// Gets ready what follows the current item without a gap; nil forgets it.
    func prepare(_ asset: Asset?, as id: ItemID)
    /// What of the current or the prepared item must not be played from now on.
    func block(_ ranges: BlockedRanges, of id: ItemID)
    /// The engine told that the item prepared under this id is the current one now.
    func advanced(to id: ItemID)
    func unload()

    func play()
    func pause()
    func set(rate: Double)
    /// - Parameter volume: 0...2.
    func set(volume: Double)
    func set(isMuted: Bool)
    func set(processing: MediaProcessing)
    func limit(_ limits: QualityLimits)
    func select(_ selection: Selection, of id: ItemID)
    func seek(to position: SeekPosition, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void)
    /// Holds playing still, whatever is asked for, until ``endScrubbing(at:_:)`` or another item.
    func beginScrubbing()
    /// Goes to a time, or stays where it came to for nil, and plays on where that is wanted.
    func endScrubbing(at position: SeekPosition?, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void)
    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void)
    /// Ends other content that plays in a break, where and when it may be skipped.
    func skipInterstitial()
    /// Where the sound goes.
    var audioDestination: AudioDestination { get }
    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void)
    /// A small picture of the current item; nil where there is none.
    func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame?
    func counts() async -> EngineCounts

    /// Silences it at once and ends everything.
    func shutDown()
}

extension PlaybackEngineControlling {
    package func skipInterstitial() {}
    package var audioDestination: AudioDestination { .elsewhere }
    /// Nothing can be done where others decode.
    package func set(processing: MediaProcessing) {}
    package func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame? { nil }
}

/// What changes too fast for facts.
package struct EngineSample: Hashable, Sendable {
    /// Seconds on the current item's timeline.
    package var position: Double
    package var loaded: TimeRange?
    /// How playing the current item goes.
    package var metrics: PlaybackMetrics?
    /// What interrupts it now.
    package var interstitial: PlayingInterstitial?

    package init(
        position: Double, loaded: TimeRange? = nil, metrics: PlaybackMetrics? = nil, interstitial: PlayingInterstitial? = nil
    ) {
        self.position = position
        self.loaded = loaded
        self.metrics = metrics
        self.interstitial = interstitial
    }
}
