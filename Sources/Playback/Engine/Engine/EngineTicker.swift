// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Checks an engine several times per second of media: updates the source on playback, prepares interstitials, and lines up the next item
/// once the end of the current one is known.
///
/// Belongs to the engine's actor.
final class EngineTicker {
    private var task: Task<Void, Never>?

    var isRunning: Bool { task != nil }

    func stop() {
        task?.cancel()
        task = nil
    }

    func start(on engine: isolated PlaybackEngine) {
        task?.cancel()
        task = Task { [weak engine] in
            while !Task.isCancelled, let wait = await engine?.nextTick {
                try? await Task.sleep(for: .seconds(wait))
                await engine?.run { $0.ticker.tick(on: $0) }
            }
        }
    }

    /// Seconds until the next tick: at most a fifth of a second of media, and no later than the moment at which trick play reaches the end
    /// of the seekable range.
    func wait(on engine: isolated PlaybackEngine) -> Double {
        guard engine.isRealTime else { return 0.005 }
        let rate = engine.clock.isRunning ? engine.clock.rate : 0
        let usual = 0.2 / max(rate.magnitude, 1)
        guard engine.trick.isActive, rate != 0, let bounds = engine.current?.timeline?.seekable else { return usual }
        return min(usual, max(((rate > 0 ? bounds.end : bounds.start) - engine.position) / rate, 0.005))
    }

    private func tick(on engine: isolated PlaybackEngine) {
        engine.updateSource()
        if engine.trick.isActive { return engine.trick.advance(on: engine) }
        engine.interstitials.prepare(on: engine)
        if engine.state.isStalled { engine.continueIfPossible() }
        engine.gaps.watch(on: engine)
        guard let current = engine.current, current.pendingFailure == nil, let next = engine.next, !next.isOnAir, next.failure == nil,
            next.hasPosition, let end = current.decodedEnd, current.canBeFollowed(by: next)
        else { return }
        engine.videoSink.admit([current.video, next.video])
        current.video.handOver(at: end)
        next.goOnAir(offset: current.offset + end - next.beginning, atOnce: false)
    }
}
