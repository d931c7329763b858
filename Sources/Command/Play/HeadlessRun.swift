// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Plays without a window and reports the result.
struct HeadlessRun {
    let options: Play

    func run() async throws {
        let log = TimelineLog(
            isQuiet: options.quiet, origin: MonotonicClock.now,
            output: [options.outputs.report, options.outputs.journal, options.outputs.wav].contains(StandardStreams.name)
                ? .standardError : .standardOutput)
        let firstFrame = FirstFrameTime()
        let stills = try options.outputs.stills.map { try StillFolder($0, every: options.outputs.stillEvery ?? 5) }
        let outputs: [any VideoOutput] = [
            CallbackOutput { frame in
                firstFrame.note()
                stills?.offer(frame)
            }
        ]
        let audioOutput = try audioOutput()
        let engine = PlaybackEngine(
            configuration: configuration, videoOutputs: outputs, audioOutput: audioOutput, transport: .allowingPlainHTTP)
        engine.set(volume: Float(options.effects.volume / 100))
        await engine.set(processing: options.effects.processing)
        var recorder = RunRecorder(log: log, journal: try options.outputs.journal.map { try JournalFile($0) })
        let (events, feed) = AsyncStream.makeStream(of: RunEvent.self)
        let forwarding = Task {
            for await fact in engine.facts { feed.yield(.fact(fact)) }
        }
        var iterator = events.makeAsyncIterator()
        for (index, address) in options.addresses.enumerated() {
            let id = ItemID(index)
            recorder.begin(address)
            await engine.set(rate: options.speed)
            await engine.load(address, as: id, at: options.start.map { .time($0) } ?? .automatic)
            await engine.play()
            let script = try script(for: id, on: engine, feed)
            defer { script?.cancel() }
            if index + 1 < options.addresses.count { await engine.prepare(options.addresses[index + 1], as: ItemID(index + 1)) }
            let waiting = WaitingMessage(for: address, isQuiet: options.quiet)
            defer { waiting.end() }
            var isOver = false
            while !isOver, let event = await iterator.next() {
                if event.isResponse { waiting.end() }
                isOver = recorder.handle(event, of: id)
            }
            if recorder.report.state == "stopped" { break }
        }
        forwarding.cancel()
        let counts = await engine.currentCounts
        recorder.report.position = await engine.position
        await engine.shutDown()
        let wav = audioOutput as? WAVOutput
        wav?.close()
        recorder.finish(counts, firstFrame: firstFrame.moment)
        if let path = options.outputs.report { try recorder.write(to: path) }
        try stills?.finish()
        if let failure = wav?.failure { throw Failure.failed(failure.description) }
        if let fault = recorder.report.errors.last, recorder.report.state == "failed" { throw Failure.media(fault.message) }
    }

    private func audioOutput() throws -> any AudioOutput {
        if let wav = options.outputs.wav { return wav == StandardStreams.name ? WAVOutput(.standardOutput) : try WAVOutput(path: wav) }
        return options.audible ? try PulseOutput() : SilentOutput()
    }

    /// Performs the seeks and the stop that the options request while an item plays.
    private func script(
        for id: ItemID, on engine: PlaybackEngine, _ feed: AsyncStream<RunEvent>.Continuation
    ) throws -> Task<Void, Never>? {
        let targets = try options.seekTargets()
        guard options.seconds != nil || !targets.isEmpty else { return nil }
        let deadline = options.seconds.map { MonotonicClock.now + $0 }
        return Task {
            for target in targets {
                try? await Task.sleep(for: .seconds(1))
                if Task.isCancelled { return }
                await engine.seek(to: target)
            }
            let rest = deadline.map { $0 - MonotonicClock.now } ?? 0.5
            try? await Task.sleep(for: .seconds(max(rest, 0)))
            if !Task.isCancelled { feed.yield(.timeIsUp(id)) }
        }
    }

    private var configuration: EngineConfiguration {
        var configuration = EngineConfiguration(pace: options.maxRate ? .asFastAsPossible : .realTime)
        if let threads = options.threads { configuration.decodingThreads = threads }
        configuration.streaming.limits.bitrate = options.limitBitrate
        configuration.streaming.audioLanguages = options.languages.audio.map { [$0] } ?? []
        configuration.streaming.subtitleLanguages = options.languages.subtitles.map { [$0] } ?? []
        return configuration
    }
}

/// An event of a headless run.
enum RunEvent: Sendable {
    case fact(EngineFact)
    case timeIsUp(ItemID)

    /// Whether the event shows that the address has responded.
    var isResponse: Bool {
        switch self {
        case .fact(.presentation), .fact(.timeline), .fact(.kinds), .fact(.ready), .fact(.failed), .timeIsUp: true
        case .fact: false
        }
    }
}

/// Records when the first frame reached the output.
final class FirstFrameTime: Sendable {
    private let state = Mutex<Instant?>(nil)
    var moment: Instant? { state.withLock { $0 } }
    func note() { state.withLock { if $0 == nil { $0 = MonotonicClock.now } } }
}
