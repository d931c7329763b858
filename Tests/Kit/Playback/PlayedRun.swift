// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming

/// The frames shown and the audio heard when something was played in real time with a ``SoundCard``.
public struct PlayedRun: Sendable {
    public struct Picture: Sendable {
        /// Seconds on the item's timeline.
        public var time: Double
        /// The burnt-in frame number; nil if the frame shows none.
        public var number: Int?
        /// When it became visible.
        public var moment: Instant
    }

    public var pictures: [Picture] = []
    public var statuses: [EngineStatus] = []
    public var facts: [EngineFact] = []
    public var heard: HeardSound

    public var journal: [String] {
        facts.flatMap { fact -> [String] in if case .journal(_, let lines) = fact { lines } else { [] } }
    }

    /// Plays a URL until a frame at or after `end` is shown, or the item ends or fails.
    /// - Parameters:
    ///   - end: Seconds on the item's timeline.
    ///   - displayDelay: Seconds that the screen takes to show a frame.
    ///   - script: Runs during playback.
    public static func play(
        _ address: String, at start: StartPosition = .automatic, until end: Double, card: SoundCard = SoundCard(), displayDelay: Double = 0,
        script: (@Sendable (PlaybackEngine) async -> Void)? = nil
    ) async -> PlayedRun {
        await play(address, at: start, until: end, output: card, heard: { card.heard }, displayDelay: displayDelay, script: script)
    }

    /// The same with any audio output and the audio heard from it.
    public static func play(
        _ address: String, at start: StartPosition = .automatic, until end: Double, output: any AudioOutput,
        heard: @Sendable () -> HeardSound, displayDelay: Double = 0, script: (@Sendable (PlaybackEngine) async -> Void)? = nil
    ) async -> PlayedRun {
        let shown = Mutex<[Picture]>([])
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        let screen = SlowScreen(displayDelay: displayDelay) { picture in
            let moment = MonotonicClock.now + displayDelay
            let number = picture.withLuma { luma, stride in
                FrameNumber.read(luma: luma, stride: stride, width: picture.size.width, height: picture.size.height)
            }
            shown.withLock { $0.append(Picture(time: picture.time, number: number, moment: moment)) }
            if picture.time >= end { over.finish() }
        }
        let engine = PlaybackEngine(videoOutputs: [screen], audioOutput: output)
        await engine.load(address, as: ItemID(0), at: start)
        await engine.play()
        let scripted = script.map { script in Task { await script(engine) } }
        let watch = Task {
            for await _ in isOver {}
            // A script that is still watching would see the position jump back to zero.
            scripted?.cancel()
            await scripted?.value
            if !Task.isCancelled { await engine.shutDown() }
        }
        var run = PlayedRun(heard: heard())
        loop: for await fact in engine.facts {
            run.facts.append(fact)
            switch fact {
            case .status(_, let status):
                run.statuses.append(status)
                if status == .ended { break loop }
            case .failed: break loop
            default: break
            }
        }
        scripted?.cancel()
        watch.cancel()
        await engine.shutDown()
        run.pictures = shown.withLock { $0 }
        run.heard = heard()
        return run
    }

    /// When a frame was first shown.
    public func moment(of number: Int) -> Instant? { pictures.first { $0.number == number }?.moment }

    /// Seconds by which the audio was ahead of each frame when it was shown.
    /// - Parameters:
    ///   - numbers: The frames to compare. Frames without readable audio around them are left out.
    ///   - tone: As in ``SoundPosition/read(left:right:tone:)``.
    public func offsets(of numbers: some Sequence<Int>, tone: Int = 400) -> [Double] {
        let (left, right) = (heard.channel(0), heard.channel(1))
        let cycle = Double(SoundPosition.cycle) / Double(SoundPosition.sampleRate)
        return numbers.compactMap { number in
            guard let picture = pictures.first(where: { $0.number == number }), let frame = heard.frame(at: picture.moment) else {
                return nil
            }
            let start = max(frame - SoundPosition.shortestRun / 2, 0)
            guard start + SoundPosition.shortestRun <= left.count else { return nil }
            let range = start..<start + SoundPosition.shortestRun
            guard let read = SoundPosition.read(left: Array(left[range]), right: Array(right[range]), tone: tone) else { return nil }
            let sound = Double(read + frame - start) / Double(SoundPosition.sampleRate)
            let offset = (sound - picture.time).truncatingRemainder(dividingBy: cycle)
            return offset > cycle / 2 ? offset - cycle : offset < -cycle / 2 ? offset + cycle : offset
        }
    }
}

/// A screen with a known display delay.
private struct SlowScreen: VideoOutput {
    let displayDelay: Double
    let body: @Sendable (VideoFrame) -> Void

    func show(_ picture: VideoFrame) { body(picture) }
}
