// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
public import WindowboxMedia
import WindowboxStreaming

extension PlaybackEngine {
    /// Goes to a time, to the very picture; a seek before it that has not landed is superseded.
    /// - Parameters:
    ///   - time: seconds on the current item's timeline, clamped to what can be sought.
    ///   - isRough: a picture from near is welcome meanwhile: the nearest I-frame is shown first where the samples must be loaded.
    ///   - asked: when it was asked for: what the latency of its report is counted from.
    /// - Returns: how it ended, once the picture is shown or another seek took over; nil without an item.
    @discardableResult
    public func seek(to time: Double, isRough: Bool = false, asked: Instant = MonotonicClock.now) async -> SeekReport? {
        guard let item = visible, item.failure == nil else { return nil }
        if let error = item.lastWord {
            fail(item, error)
            return nil
        }
        let origin = state.takeOrigin(position)
        guard interstitials.leave(on: self) else { return SeekReport(target: time, landed: nil, latency: 0) }
        // Nothing interrupts while the user drags; where that ends it does.
        if !state.isScrubbing, let turn = item.turn(from: origin, to: time) {
            return await withCheckedContinuation { continuation in
                interstitials.interrupt(item, by: turn, seek: .init(asked: asked) { continuation.resume(returning: $0) }, on: self)
            }
        }
        return await withCheckedContinuation { continuation in
            begin(item, to: time, isRough: isRough, asked: asked) { continuation.resume(returning: $0) }
        }
    }

    func begin(
        _ item: PlayingItem, to time: Double, isRough: Bool = false, asked: Instant,
        report: @escaping @Sendable (SeekReport) -> Void
    ) {
        finishSeek(item, landed: nil)
        var target = time.isFinite ? max(time, 0) : 0
        if let timeline = item.timeline { target = timeline.seekable.clamp(target) }
        target = item.landing(target)
        forgetNext()
        outputs.stop()
        trick.end(item, on: self)
        clock.jump(to: target + item.offset)
        if state.status == .ended { state.status = nil }
        item.begin(.init(target: target, asked: asked, report: report))
        item.setFences(from: target)
        if let source = item.source, item.hasPosition {
            source.assumeIsolated { if isRough { $0.scrub(to: target) } else { $0.seek(to: target) } }
        } else {
            _ = item.tracks.restart(at: target)
        }
        if item === current, !item.isOnAir { item.goOnAir(offset: item.offset, atOnce: true) }
    }

    /// An item that was to follow without a gap must wait again: the current one ends elsewhere now.
    func forgetNext() { if let next, next.isOnAir { next.leaveAir() } }

    /// Goes to a position that the stream itself asks for, without a report.
    ///
    /// A seek that has not landed lands there: the stream only corrects where.
    func jump(_ item: PlayingItem, to time: Double) {
        if let error = item.lastWord { return fail(item, error) }
        let pending = item.takeSeek()
        item.change { $0.jumped(to: time) }
        let unheard: @Sendable (SeekReport) -> Void = { _ in }
        begin(item, to: time, asked: pending?.asked ?? MonotonicClock.now, report: pending?.report ?? unheard)
    }

    func finishSeek(_ item: PlayingItem, landed: Double?, at moment: Instant = MonotonicClock.now) {
        guard let seek = item.takeSeek() else { return }
        let report = SeekReport(target: seek.target, landed: landed, latency: moment - seek.asked)
        seek.report(report)
        say(.seeked(item.id, report), of: item)
    }

    /// Shows the next picture of a paused item, or the one before.
    /// - Returns: false when there is none that way, or the item plays.
    @discardableResult
    public func step(by count: Int) async -> Bool {
        guard let item = current, !item.isAsset, !clock.isRunning, count != 0, let last = screen.last else { return false }
        let length = last.duration > 0 ? last.duration : 1.0 / 30
        let target = last.time + (Double(count) + 0.5) * length
        guard target >= 0, let report = await seek(to: target), let landed = report.landed else { return false }
        return landed != last.time && item.id == current?.id
    }
}
