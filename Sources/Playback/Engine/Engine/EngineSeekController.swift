// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Handles seeks by the user and by the stream, and scrubbing. Belongs to the engine's actor.
final class EngineSeekController {
    /// The user drags the seek bar. Playback is held until that ends.
    private(set) var isScrubbing = false
    /// The position at which scrubbing began; kept for the seek that ends it.
    private var scrubOrigin: Double?

    /// Seeks to a time, after any interstitials that must be seen first.
    /// - Returns: how it ended, once the frame is shown or another seek took over; nil for an item that has failed.
    func seek(
        _ item: PlayingItem, to time: Double, isRough: Bool, requestedAt: Instant, on engine: isolated PlaybackEngine
    ) async -> SeekReport? {
        guard item.failure == nil else { return nil }
        if let error = item.pendingFailure {
            engine.fail(item, error)
            return nil
        }
        let origin = takeOrigin(engine.position)
        guard engine.interstitials.leave(on: engine) else { return SeekReport(target: time, landed: nil, latency: 0) }
        // Nothing interrupts while the user scrubs. An interstitial interrupts when scrubbing ends.
        let turn = isScrubbing ? nil : item.turn(from: origin, to: time)
        return await withCheckedContinuation { continuation in
            let report: @Sendable (SeekReport) -> Void = { continuation.resume(returning: $0) }
            if let turn {
                engine.interstitials.interrupt(item, by: turn, seek: .init(requestedAt: requestedAt, report: report), on: engine)
            } else {
                begin(item, to: time, isRough: isRough, requestedAt: requestedAt, on: engine, report: report)
            }
        }
    }

    func begin(
        _ item: PlayingItem, to time: Double, isRough: Bool = false, requestedAt: Instant, on engine: isolated PlaybackEngine,
        report: @escaping @Sendable (SeekReport) -> Void
    ) {
        finish(item, landed: nil, on: engine)
        var target = time.isFinite ? max(time, 0) : 0
        if let timeline = item.timeline { target = timeline.seekable.clamp(target) }
        target = item.landing(target)
        engine.lineup.holdNextBack()
        engine.outputs.stop()
        engine.trick.end(item, on: engine)
        engine.clock.jump(to: target + item.offset)
        if engine.state.status == .ended { engine.state.status = nil }
        item.begin(.init(target: target, requestedAt: requestedAt, report: report))
        item.updateStopRanges(from: target)
        if let source = item.source, item.hasPosition {
            source.assumeIsolated { if isRough { $0.scrub(to: target) } else { $0.seek(to: target) } }
        } else {
            _ = item.tracks.restart(at: target)
        }
        if item === engine.current, !item.isOnAir { item.goOnAir(offset: item.offset, atOnce: true) }
    }

    /// Seeks to a position that the stream itself asks for, without a report.
    ///
    /// A pending seek lands there, and its caller gets the report: the stream only corrects the target.
    func jump(_ item: PlayingItem, to time: Double, on engine: isolated PlaybackEngine) {
        if let error = item.pendingFailure { return engine.fail(item, error) }
        let pending = item.takeSeek()
        item.change { $0.jumped(to: time) }
        let ignore: @Sendable (SeekReport) -> Void = { _ in }
        begin(item, to: time, requestedAt: pending?.requestedAt ?? MonotonicClock.now, on: engine, report: pending?.report ?? ignore)
    }

    /// Reports a seek that has landed or never will.
    /// - Parameter landed: seconds of the frame shown first.
    func finish(
        _ item: PlayingItem, landed: Double?, at moment: Instant = MonotonicClock.now, on engine: isolated PlaybackEngine
    ) {
        guard let seek = item.takeSeek() else { return }
        let report = SeekReport(target: seek.target, landed: landed, latency: moment - seek.requestedAt, position: seek.target)
        seek.report(report)
        engine.emit(.seeked(item.id, report), of: item)
    }

    // MARK: Scrubbing

    func beginScrubbing(on engine: isolated PlaybackEngine) {
        guard engine.current != nil, !isScrubbing, engine.interstitials.leave(on: engine) else { return }
        isScrubbing = true
        scrubOrigin = engine.position
        engine.trick.leave(on: engine)
        engine.outputs.pause()
        if engine.state.status == .playing || engine.state.status == .stalled { engine.report(.paused) }
        engine.updateSource()
    }

    func endScrubbing() { isScrubbing = false }

    /// - Returns: where a seek begins: where scrubbing began, otherwise `position`.
    private func takeOrigin(_ position: Double) -> Double {
        let origin = scrubOrigin ?? position
        if !isScrubbing { scrubOrigin = nil }
        return origin
    }
}
