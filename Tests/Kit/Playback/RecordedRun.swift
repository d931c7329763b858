// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

/// The output of an engine that played as fast as possible.
public struct RecordedRun: Sendable {
    public struct Picture: Hashable, Sendable {
        /// Seconds on the item's timeline.
        public var time: Double
        /// The burnt-in frame number; nil if the frame shows none.
        public var number: Int?
        public var size: PixelSize
    }

    public enum End: Hashable, Sendable {
        case ended
        case failed(StreamingError)
        /// The script ended the run, or the frame limit was reached, before the item ended.
        case stopped
    }

    public var pictures: [Picture] = []
    /// Interleaved stereo at 48 kHz.
    public var sound: [Float] = []
    public var end = End.stopped
    public var facts: [EngineFact] = []
    public var counts = EngineCounts()

    public var numbers: [Int?] { pictures.map(\.number) }
    public var frameCount: Int { sound.count / 2 }
    public var left: [Float] { stride(from: 0, to: sound.count, by: 2).map { sound[$0] } }
    public var right: [Float] { stride(from: 1, to: sound.count, by: 2).map { sound[$0] } }
    public var switches: [VariantSwitch] {
        facts.compactMap { if case .variant(_, let change) = $0 { change } else { nil } }
    }
    public var journal: [String] {
        facts.flatMap { fact -> [String] in if case .journal(_, let lines) = fact { lines } else { [] } }
    }

    /// Frames whose number and time differ by more than a millisecond.
    public func misplaced(rate: Double = 30) -> [Picture] {
        pictures.filter { picture in picture.number.map { abs(Double($0) / rate - picture.time) > 0.001 } ?? true }
    }

    /// Plays URLs one after the other. The next one is prepared while one plays.
    /// - Parameters:
    ///   - limit: The number of frames after which the run ends. Later frames are not recorded.
    ///   - transport: Loads everything.
    ///   - isPaused: Does not start playback: `script` or `onFact` does.
    ///   - script: Runs during playback; when it returns true, the run ends.
    ///   - onFact: Awaited before the next fact is read.
    ///   - onRequest: Awaited before each request is sent, so that its calls to the engine happen at a known point.
    public static func play(
        _ addresses: [String], at start: StartPosition = .automatic, limit: Int = .max,
        configuration: EngineConfiguration = .init(pace: .asFastAsPossible), options: ItemOptions = ItemOptions(),
        processing: MediaProcessing = MediaProcessing(), transport: any Transport = RoutingTransport(), isPaused: Bool = false,
        script: (@Sendable (PlaybackEngine) async -> Bool)? = nil,
        onRequest: (@Sendable (TransportRequest, PlaybackEngine) async -> Void)? = nil,
        onFact: (@Sendable (EngineFact, PlaybackEngine) async -> Void)? = nil
    ) async -> RecordedRun {
        let (isFull, full) = AsyncStream.makeStream(of: Void.self)
        let recorder = Recorder(limit: limit) { full.finish() }
        let transport = WatchedTransport(transport)
        let engine = PlaybackEngine(
            configuration: configuration, videoOutputs: [CallbackOutput { recorder.take($0) }], audioOutput: MemoryOutput(recorder),
            transport: transport)
        if let onRequest { transport.watch { [weak engine] request in if let engine { await onRequest(request, engine) } } }
        var run = RecordedRun()
        await engine.set(processing: processing)
        await engine.load(addresses[0], as: ItemID(0), at: start, options: options)
        if addresses.count > 1 { await engine.prepare(addresses[1], as: ItemID(1)) }
        if !isPaused { await engine.play() }
        let scripted = script.map { script in
            Task { if await script(engine) { await engine.shutDown() } }
        }
        let watch = Task {
            for await _ in isFull {}
            if !Task.isCancelled { await engine.shutDown() }
        }
        for await fact in engine.facts {
            run.facts.append(fact)
            await onFact?(fact, engine)
            switch fact {
            case .failed(_, let error): run.end = .failed(error)
            case .status(_, .ended): run.end = .ended
            case .advanced(_, let item) where item.number + 1 < addresses.count:
                await engine.prepare(addresses[item.number + 1], as: ItemID(item.number + 1))
            default: break
            }
            if run.end != .stopped { break }
        }
        scripted?.cancel()
        watch.cancel()
        run.counts = await engine.currentCounts
        await engine.shutDown()
        (run.pictures, run.sound) = recorder.output
        return run
    }
}

/// Records what the outputs receive.
final class Recorder: Sendable {
    private let state = Mutex((pictures: [RecordedRun.Picture](), sound: [Float]()))
    private let limit: Int
    private let onLimit: @Sendable () -> Void

    init(limit: Int = .max, onLimit: @escaping @Sendable () -> Void = {}) {
        self.limit = limit
        self.onLimit = onLimit
    }

    var output: ([RecordedRun.Picture], [Float]) { state.withLock { ($0.pictures, $0.sound) } }

    func take(_ picture: VideoFrame) {
        let number = picture.withLuma { luma, stride in
            FrameNumber.read(
                luma: luma, stride: stride, width: picture.size.width, height: picture.size.height,
                depth: picture.pixelFormat.hasSuffix("10le") ? 10 : 8)
        }
        let count = state.withLock { state in
            if state.pictures.count < limit { state.pictures.append(.init(time: picture.time, number: number, size: picture.size)) }
            return state.pictures.count
        }
        if count == limit { onLimit() }
    }

    func take(_ samples: UnsafeBufferPointer<Float>) { state.withLock { $0.sound.append(contentsOf: samples) } }
}

/// Accepts all audio immediately.
final class MemoryOutput: AudioOutput {
    let format = AudioFormat()
    private let recorder: Recorder

    init(_ recorder: Recorder) { self.recorder = recorder }

    func start() {}
    func pause() {}
    func flush() {}
    var framesPlayed: Int64? { nil }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        recorder.take(samples)
        return samples.count / format.channels
    }
}
