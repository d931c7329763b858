// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// What a viewer of a live origin sees.
struct LiveWatch: Sendable {
    struct Picture: Sendable {
        /// Since the origin's epoch, in seconds.
        var moment: Double
        /// Counted from the origin's epoch; nil if the frame shows no number.
        var number: Int?
        /// On the item's timeline.
        var time: Double
    }
    struct Stall: Codable, Sendable {
        var at: Double
        var seconds: Double
    }
    /// How far the position was behind a newly started player.
    struct Behind: Codable, Sendable {
        var at: Double
        var seconds: Double
    }

    var pictures: [Picture] = []
    var stalls: [Stall] = []
    var behind: [Behind] = []
    var failure: StreamingError?
    var hasEnded = false
    /// Lines of the session's journal, each with its time.
    var journal: [String] = []

    /// Plays until that frame or a later one is shown, or for some seconds, or until playback ends.
    static func watch(
        _ laboratory: LiveLaboratory, configuration: EngineConfiguration = EngineConfiguration(), until last: Int = .max,
        seconds: Double = .infinity
    ) async -> LiveWatch {
        let (epoch, rate) = (laboratory.epoch, laboratory.rate)
        let now = { @Sendable in Date().timeIntervalSince1970 - epoch }
        let shown = Mutex<[Picture]>([])
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        let screen = CallbackOutput { picture in
            let moment = now()
            let number = picture.withLuma { luma, stride in
                FrameNumber.read(luma: luma, stride: stride, width: picture.size.width, height: picture.size.height)
            }
            let counted = number.map { FrameNumber.counted($0, near: moment * rate) }
            shown.withLock { $0.append(Picture(moment: moment, number: counted, time: picture.time)) }
            if let counted, counted >= last { over.finish() }
        }
        var options = HTTPTransport.Configuration()
        options.trustedAuthorities = laboratory.certificate
        options.compression = true
        let engine = PlaybackEngine(
            configuration: configuration, videoOutputs: [screen], audioOutput: SoundCard(isRecording: false),
            transport: RoutingTransport.secure(allowing: .always, options))
        await engine.load(laboratory.address, as: ItemID(0))
        await engine.play()
        let limit = now() + seconds
        let end = Task {
            for await _ in isOver {}
            if !Task.isCancelled { await engine.shutDown() }
        }
        var watch = LiveWatch()
        for await fact in engine.facts {
            watch.take(fact, at: now(), position: await engine.position)
            if watch.failure != nil || watch.hasEnded || now() > limit { break }
        }
        watch.endStall(at: now())
        end.cancel()
        await engine.shutDown()
        watch.pictures = shown.withLock { $0 }
        return watch
    }

    private var stalledSince: Double?

    private mutating func take(_ fact: EngineFact, at moment: Double, position: Double) {
        switch fact {
        case .status(_, .stalled): stalledSince = stalledSince ?? moment
        case .status(_, let status):
            endStall(at: moment)
            hasEnded = status == .ended
        case .failed(_, let error): failure = error
        case .timeline(_, let timeline):
            if let live = timeline.livePosition, !pictures.isEmpty || position > 0 {
                behind.append(Behind(at: moment, seconds: live - position))
            }
        case .journal(_, let lines): journal += lines.map { String(format: "%.2f ", moment) + $0 }
        default: break
        }
    }

    private mutating func endStall(at moment: Double) {
        if let since = stalledSince { stalls.append(Stall(at: since, seconds: moment - since)) }
        stalledSince = nil
    }
}

extension FrameNumber {
    /// The full frame number, reconstructed from its low bits.
    /// - Parameter newest: The frame that is made when this one is shown; it is only slightly newer.
    static func counted(_ number: Int, near newest: Double) -> Int {
        let cycle = Double(1 << bits)
        return number + Int(cycle * ((newest - Double(number) - cycle / 4) / cycle).rounded())
    }
}
