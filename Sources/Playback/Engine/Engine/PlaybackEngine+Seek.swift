// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
public import WindowboxMedia

extension PlaybackEngine {
    /// Goes to a time, to the very picture; a seek before it that has not landed is superseded.
    /// - Parameters:
    ///   - time: seconds on the current item's timeline, clamped to what can be sought.
    ///   - isRough: a picture from near is welcome meanwhile: the nearest I-frame is shown first where the samples must be loaded.
    ///   - asked: when it was asked for: what the latency of its report is counted from.
    /// - Returns: how it ended, once the picture is shown or another seek took over; nil without an item.
    @discardableResult
    public func seek(to time: Double, isRough: Bool = false, asked: Instant = MonotonicClock.now) async -> SeekReport? {
        guard let item = visible else { return nil }
        return await seeks.seek(item, to: time, isRough: isRough, asked: asked, on: self)
    }

    /// Shows the next picture of a paused item, or the one before.
    /// - Returns: false when there is none that way, or the item plays.
    @discardableResult
    public func step(by count: Int) async -> Bool {
        guard let item = current, !item.isAsset, !clock.isRunning, count != 0, let last = videoSink.last else { return false }
        let length = last.duration > 0 ? last.duration : 1.0 / 30
        let target = last.time + (Double(count) + 0.5) * length
        guard target >= 0, let report = await seek(to: target), let landed = report.landed else { return false }
        return landed != last.time && item.id == current?.id
    }

    // MARK: Scrubbing

    /// Holds playing still until ``endScrubbing(at:)``, or until another item is loaded. An item that plays reports
    /// ``EngineStatus/paused`` meanwhile; ``play()`` and ``pause()`` say what happens afterwards.
    public func beginScrubbing() { seeks.beginScrubbing(on: self) }

    /// Goes to a time while the user drags. On the way, a picture near it is shown as soon as one is there: of an I-frame
    /// playlist, or the key picture before it. Each call supersedes the one before.
    /// - Parameter time: seconds on the current item's timeline, clamped to what can be sought.
    /// - Returns: how it ended; nil without an item, or outside of ``beginScrubbing()`` and ``endScrubbing(at:)``.
    @discardableResult
    public func scrub(to time: Double) async -> SeekReport? { seeks.isScrubbing ? await seek(to: time, isRough: true) : nil }

    /// Lands on the very picture, and goes on playing where that is wanted.
    /// - Parameter time: seconds on the current item's timeline; nil stays where dragging came to.
    /// - Returns: how it ended, once the picture is shown or another seek took over; nil without an item, or when nobody
    ///   drags.
    @discardableResult
    public func endScrubbing(at time: Double? = nil) async -> SeekReport? {
        guard seeks.isScrubbing else { return nil }
        seeks.endScrubbing()
        return await seek(to: time ?? position)
    }
}
