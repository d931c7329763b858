// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Plays fast or backwards with single frames: the clock runs at the rate, while the tracks rest and audio is off.
///
/// Belongs to the engine's actor.
final class TrickPlayController {
    /// nil while the item's tracks play.
    private var screen: TrickPlayFrameSelector?
    private var timer: Task<Void, Never>?

    var isActive: Bool { screen != nil }

    func stop() { timer?.cancel() }

    private func isActive(on engine: isolated PlaybackEngine) -> Bool {
        let rate = engine.state.rate
        guard engine.state.wantsToPlay, !engine.seeks.isScrubbing, rate > 2 || rate < 0, engine.isRealTime, let item = engine.current,
            !item.isAsset, let source = item.source, item.failure == nil
        else { return false }
        if screen == nil, !item.isReady || item.seek != nil || engine.state.status == .ended { return false }
        return source.assumeIsolated { $0.canTrick(at: rate) }
    }

    /// Begins, continues or ends trick play.
    /// - Returns: whether trick play is active now.
    func update(on engine: isolated PlaybackEngine) -> Bool {
        guard isActive(on: engine), let item = engine.current else {
            leave(on: engine)
            return false
        }
        if screen?.rate != engine.state.rate { enter(item, on: engine) }
        return true
    }

    private func enter(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        let rate = engine.state.rate
        let isEntered = screen != nil
        screen = TrickPlayFrameSelector(rate: rate)
        if !isEntered {
            engine.lineup.holdNextBack()
            engine.outputs.stop()
            item.pauseOutput()
            engine.state.isStalled = false
            engine.updateSource()
        }
        engine.clock.set(rate: rate)
        engine.clock.start()
        item.source?.assumeIsolated { $0.trick(rate: rate) }
        engine.report(.playing)
        engine.updateSource()
    }

    /// Resumes the tracks from the position that trick play has reached.
    func leave(on engine: isolated PlaybackEngine) {
        guard let rate = screen?.rate, let item = engine.current else { return }
        var target = engine.position
        // There is no frame to land on after the last one, so leave a remainder to play.
        if let end = item.timeline?.duration { target = max(min(target, end - 0.5), 0) }
        engine.seeks.jump(item, to: target, on: engine)
        guard rate < 0 else { return }
        item.change { $0.rewound(to: target) }
        item.updateStopRanges(from: target)
    }

    /// Puts the tracks on air again. A seek follows.
    func end(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard isActive else { return }
        engine.updateSource()
        forget(on: engine)
        item.source?.assumeIsolated { $0.trick(rate: nil) }
        item.goOnAir(offset: item.offset, atOnce: true)
    }

    func forget(on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        guard isActive else { return }
        screen = nil
        engine.clock.pause()
        engine.timing.setRate(on: engine)
    }

    /// Handles a single frame that has arrived.
    func received(_ frame: VideoFrame, isScrub: Bool, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard item === engine.current, item.blocked.range(at: frame.time + 0.001) == nil else { return }
        if isScrub {
            // Shown only until the seek it was fetched for has landed.
            if item.seek != nil, !isActive { engine.videoSink.show(frame, from: item.video) }
        } else if isActive {
            screen?.add(frame)
            show(on: engine)
        }
    }

    private func show(on engine: isolated PlaybackEngine) {
        guard isActive, let item = engine.current else { return }
        if let frame = screen?.due(at: engine.position) { engine.videoSink.show(frame, from: item.video) }
        timer?.cancel()
        timer = screen?.wait(from: engine.position).map { wait in engine.after(wait) { $0.trick.show(on: $0) } }
    }

    /// Checks on each tick for a blocked range to skip, an interstitial, or the end.
    func advance(on engine: isolated PlaybackEngine) {
        passBlock(on: engine)
        if !isInterrupted(on: engine) { stopAtBounds(on: engine) }
    }

    /// Jumps to the other side of a blocked range.
    func passBlock(on engine: isolated PlaybackEngine) {
        guard let rate = screen?.rate, let item = engine.current, let block = item.blocked.range(at: engine.position) else { return }
        let beyond = rate > 0 ? block.end : block.start - 0.01
        engine.clock.jump(to: max(beyond, item.timeline?.seekable.start ?? 0) + item.offset)
        engine.updateSource()
        item.source?.assumeIsolated { $0.trick(rate: rate) }
    }

    private func isInterrupted(on engine: isolated PlaybackEngine) -> Bool {
        guard let rate = screen?.rate, rate > 0, let item = engine.current, let position = item.scheduler.due(by: engine.playhead),
            let turn = item.change({ $0.arrive(at: position) })
        else { return false }
        engine.interstitials.interrupt(item, by: turn, at: position, on: engine)
        return true
    }

    /// At the end, resumes at normal speed or ends. At the beginning, pauses.
    private func stopAtBounds(on engine: isolated PlaybackEngine) {
        guard let rate = screen?.rate, let bounds = engine.current?.timeline?.seekable else { return }
        if rate < 0, engine.position <= bounds.start + 0.01 {
            engine.pause()
        } else if rate > 0, engine.position >= bounds.end - 0.01 {
            engine.state.rate = 1
            leave(on: engine)
        }
    }
}
