// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxEngine
import WindowboxStreaming
import WindowboxTransport

/// Controls a real engine from the main actor. Commands go through one queue, so that they keep their order.
final class EngineProxy: PlaybackEngineControlling {
    private typealias Command = @Sendable (isolated PlaybackEngine) -> Void

    let engine: PlaybackEngine
    private let router: AssetRouter
    private let commands: AsyncStream<Command>.Continuation
    private let audioOutput: any AudioOutput

    var facts: AsyncStream<EngineFact> { engine.facts }
    var audioDestination: AudioDestination { audioOutput.destination }

    init(
        configuration: EngineConfiguration, videoOutputs: [any VideoOutput], audioOutput: any AudioOutput, transport: any Transport
    ) {
        let router = AssetRouter(base: transport)
        self.router = router
        self.audioOutput = audioOutput
        let engine = PlaybackEngine(
            configuration: configuration, videoOutputs: videoOutputs, audioOutput: audioOutput, transport: router,
            keyProviders: router.keyProviders(at:))
        self.engine = engine
        let (stream, commands) = AsyncStream.makeStream(of: Command.self)
        self.commands = commands
        Task { for await command in stream { await command(engine) } }
    }

    deinit { commands.finish() }

    func load(_ asset: Asset, as id: ItemID, at start: StartPosition) {
        guard let address = router.admit(asset, as: .current) else { return unload() }
        let options = asset.configuration.options
        commands.yield { $0.load(address, as: id, at: start, options: options) }
    }

    func prepare(_ asset: Asset?, as id: ItemID) {
        let address = router.admit(asset, as: .next)
        let options = asset?.configuration.options ?? ItemOptions()
        commands.yield { $0.prepare(address, as: id, options: options) }
    }

    func block(_ ranges: BlockedRanges, of id: ItemID) { commands.yield { $0.block(ranges, of: id) } }
    func advanced(to id: ItemID) { router.moveOn() }

    func unload() { commands.yield { $0.unload() } }
    func play() { commands.yield { $0.play() } }
    func pause() { commands.yield { $0.pause() } }
    func set(rate: Double) { commands.yield { $0.set(rate: rate) } }
    func set(volume: Double) { engine.set(volume: Float(volume)) }
    func set(isMuted: Bool) { engine.set(isMuted: isMuted) }
    func set(processing: MediaProcessing) { commands.yield { $0.set(processing: processing) } }
    func select(_ selection: Selection, of id: ItemID) { commands.yield { $0.select(selection, of: id) } }
    func limit(_ limits: QualityLimits) { commands.yield { $0.limit(limits) } }

    /// The engine lands on the exact frame, so the tolerances are only a hint: with the loosest one, it shows a keyframe on the way.
    func seek(to position: SeekPosition, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void) {
        let requestedAt = MonotonicClock.now
        // A task that starts on the engine's serial executor keeps the order among the commands.
        commands.yield { engine in
            Task { await report(engine.seek(to: position.time, isRough: position.isAnywhereNear, requestedAt: requestedAt)) }
        }
    }

    func beginScrubbing() { commands.yield { $0.beginScrubbing() } }

    func endScrubbing(at position: SeekPosition?, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void) {
        commands.yield { engine in Task { await report(engine.endScrubbing(at: position?.time)) } }
    }

    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void) {
        commands.yield { engine in Task { await report(engine.step(by: count)) } }
    }

    func skipInterstitial() { commands.yield { $0.skipInterstitial() } }

    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void) {
        commands.yield { engine in
            let sample = EngineSample(
                position: engine.position, loaded: engine.bufferedRange, metrics: engine.metrics, interstitial: engine.interstitial)
            Task { await report(sample) }
        }
    }

    func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame? { await engine.preview(at: time, of: id, width: width) }

    func counts() async -> EngineCounts { await engine.currentCounts }

    func shutDown() {
        // An engine may outlive its player by a moment; it must not be heard.
        engine.set(volume: 0)
        commands.yield { $0.shutDown() }
        commands.finish()
    }
}
