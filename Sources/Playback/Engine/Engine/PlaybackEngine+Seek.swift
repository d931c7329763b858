// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
public import WindowboxMedia

extension PlaybackEngine {
    /// Seeks to the exact frame. Supersedes an earlier seek that has not landed.
    /// - Parameters:
    ///   - time: seconds on the current item's timeline, clamped to the seekable range.
    ///   - isRough: shows a nearby frame in the meantime: the nearest I-frame, when the samples must be loaded.
    ///   - requestedAt: when the seek was requested. The reported latency counts from there.
    /// - Returns: how it ended, once the frame is shown or another seek took over; nil without an item.
    @discardableResult
    public func seek(to time: Double, isRough: Bool = false, requestedAt: Instant = MonotonicClock.now) async -> SeekReport? {
        guard let item = visible else { return nil }
        return await seeks.seek(item, to: time, isRough: isRough, requestedAt: requestedAt, on: self)
    }

    /// Steps a paused item by a number of frames; a negative count steps back.
    /// - Returns: false when there is no such frame, or the item plays.
    @discardableResult
    public func step(by count: Int) async -> Bool {
        guard let item = current, !item.isAsset, !clock.isRunning, count != 0, let last = videoSink.last else { return false }
        let length = last.duration > 0 ? last.duration : 1.0 / 30
        // Just inside the next or the previous frame: its length may be another.
        let target =
            count > 0
            ? last.time + Double(count) * length + min(length, 1 / 60) / 2
            : last.time - min(length, 1 / 60) / 2 + Double(count + 1) * length
        guard target >= 0, var report = await seek(to: target) else { return false }
        // The frame lasts longer than it states.
        if report.landed == last.time, count > 0, item.id == current?.id,
            let next = item.tracks.video.state.read({ $0.samples.nextStart(after: last.time) })
        {
            report = await seek(to: next) ?? report
        }
        guard let landed = report.landed else { return false }
        return landed != last.time && item.id == current?.id
    }

    // MARK: Scrubbing

    /// Holds playback until ``endScrubbing(at:)``, or until another item is loaded. A playing item reports ``EngineStatus/paused`` in the
    /// meantime; ``play()`` and ``pause()`` determine what happens afterwards.
    public func beginScrubbing() { seeks.beginScrubbing(on: self) }

    /// Seeks while the user drags the seek bar. Until the frame is ready, a nearby one is shown: from an I-frame playlist, or the keyframe
    /// before it. Each call supersedes the previous one.
    /// - Parameter time: seconds on the current item's timeline, clamped to the seekable range.
    /// - Returns: how it ended; nil without an item, or outside of ``beginScrubbing()`` and ``endScrubbing(at:)``.
    @discardableResult
    public func scrub(to time: Double) async -> SeekReport? { seeks.isScrubbing ? await seek(to: time, isRough: true) : nil }

    /// Seeks to the exact frame, and resumes playback if that is wanted.
    /// - Parameter time: seconds on the current item's timeline; nil stays at the current position.
    /// - Returns: how it ended, once the frame is shown or another seek took over; nil without an item, or when scrubbing has not begun.
    @discardableResult
    public func endScrubbing(at time: Double? = nil) async -> SeekReport? {
        guard seeks.isScrubbing else { return nil }
        seeks.endScrubbing()
        return await seek(to: time ?? position)
    }
}
