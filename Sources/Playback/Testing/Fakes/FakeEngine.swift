// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxPlayer
public import WindowboxStreaming

/// An engine that records its commands and does nothing else. A test controls what it reports, with ``PlayerStage``, and where seeks land.
public final class FakeEngine: PlaybackEngineControlling {
    /// What a seek reports when it ends; see `PlaybackEngineControlling.seek(to:_:)`.
    public typealias SeekAnswer = @MainActor @Sendable (SeekReport?) -> Void

    private struct State: Sendable {
        var commands: [EngineCommand] = []
        var seeks: [(time: Double, answer: SeekAnswer)] = []
        var sample = EngineSample(position: 0)
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())
    public let facts = AsyncStream<EngineFact> { _ in }

    public init() {}

    // MARK: Commands

    /// The commands since the last ``takeCommands()``, oldest first.
    public var commands: [EngineCommand] { state.withLock { $0.commands } }

    /// Takes the commands since the last call.
    public func takeCommands() -> [EngineCommand] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Returns once the commands since the last ``takeCommands()`` fulfil a condition, or when the task is cancelled.
    public func hears(_ isSo: @Sendable ([EngineCommand]) -> Bool) async {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.listeners.append(listener) }
        defer { listener.finish() }
        if isSo(commands) { return }
        for await _ in changes where isSo(commands) { return }
    }

    private func note(_ command: EngineCommand, seek: (time: Double, answer: SeekAnswer)? = nil) {
        state.withLock { state in
            state.commands.append(command)
            if let seek { state.seeks.append(seek) }
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield() { true } else { false }
            }
        }
    }

    // MARK: Answers

    /// Sets the state that the player reads from the engine.
    /// - Parameters:
    ///   - position: seconds on the item's timeline.
    ///   - loaded: the loaded range around it.
    public func set(position: Double, loaded: TimeRange? = nil) {
        state.withLock { ($0.sample.position, $0.sample.loaded) = (position, loaded) }
    }

    /// Sets the interstitial that the engine's sample shows from now on; nil for none.
    public func set(interstitial: PlayingInterstitial?) { state.withLock { $0.sample.interstitial = interstitial } }
    /// Sets the metrics that the engine's sample shows from now on.
    public func set(metrics: PlaybackMetrics) { state.withLock { $0.sample.metrics = metrics } }

    /// The number of seeks that have not landed.
    public var seeksUnderWay: Int { state.withLock { $0.seeks.count } }

    /// Ends the oldest seek, at its target or unfinished. Does nothing when there is none. A player repeats a seek that does not finish, up
    /// to three requests for the same position.
    /// - Parameters:
    ///   - landed: where it lands, if not at the target.
    ///   - frame: where the frame begins that is visible there, if earlier.
    @MainActor public func land(finished: Bool = true, at landed: Double? = nil, showing frame: Double? = nil) {
        guard let seek = state.withLock({ $0.seeks.isEmpty ? nil : $0.seeks.removeFirst() }) else { return }
        let landed = landed ?? seek.time
        if finished { set(position: landed) }
        seek.answer(SeekReport(target: seek.time, landed: finished ? frame ?? landed : nil, latency: 0, position: landed))
    }

    // MARK: PlaybackEngineControlling

    public func load(_ asset: Asset, as id: ItemID, at start: StartPosition) {
        note(.load(address: asset.media?.address, id, at: start))
    }
    public func prepare(_ asset: Asset?, as id: ItemID) { note(.prepare(address: asset.map { $0.media?.address ?? "-" }, id)) }
    public func block(_ ranges: BlockedRanges, of id: ItemID) { note(.block(ranges.ranges, id)) }
    public func advanced(to id: ItemID) { note(.advanced(id)) }
    public func unload() { note(.unload) }
    public func play() { note(.play) }
    public func pause() { note(.pause) }
    public func set(rate: Double) { note(.rate(rate)) }
    public func set(volume: Double) { note(.volume(volume)) }
    public func set(isMuted: Bool) { note(.muted(isMuted)) }
    public func set(processing: MediaProcessing) { note(.processing(processing)) }
    public func limit(_ limits: QualityLimits) { note(.limit(limits)) }
    public func select(_ selection: Selection, of id: ItemID) { note(.select(selection, id)) }
    public func seek(to position: SeekPosition, _ report: @escaping SeekAnswer) {
        note(.seek(position.time), seek: (position.time, report))
    }
    public func beginScrubbing() { note(.beginScrubbing) }
    public func endScrubbing(at position: SeekPosition?, _ report: @escaping SeekAnswer) {
        note(.endScrubbing(time: position?.time), seek: position.map { ($0.time, report) })
    }
    public func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void) {
        note(.step(count))
        MainActor.assumeIsolated { report(true) }
    }
    public func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void) {
        let sample = state.withLock { $0.sample }
        MainActor.assumeIsolated { report(sample) }
    }
    public func skipInterstitial() { note(.skipInterstitial) }
    public func counts() async -> EngineCounts { EngineCounts() }
    public func shutDown() { note(.shutDown) }
}
