// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxMedia
import WindowboxStreaming

extension Player {
    /// Whether a time is within ``seekableTimeRange``, including both ends.
    public func canSeek(to time: Double) -> Bool { error == nil && SeekRule.canSeek(to: time, in: seekableTimeRange) }

    /// Seeks to a position of the current item, clamped to the seekable range minus a tenth of a second at its end.
    /// - Returns: the seek, whose result can be awaited.
    @discardableResult public func seek(_ position: SeekPosition, _ policy: SeekPolicy = .smooth) -> PendingSeek {
        core.playback.seek(position, policy)
    }

    /// Seeks to a time in seconds: to the exact frame of a video, otherwise to the position that is quickest to reach nearby.
    @discardableResult public func seek(to time: Double) -> PendingSeek { seek(SeekRule.position(for: time, in: mediaType), .smooth) }

    /// Seeks to a date; refused if the stream has no dates.
    @discardableResult public func seek(to date: Date) -> PendingSeek {
        guard let zero = core.playback.facts?.timeline?.dateOfZero else { return PendingSeek(.refused) }
        return seek(.at(date.timeIntervalSince1970 - zero), .smooth)
    }

    /// Seeks to the start of a chapter.
    @discardableResult public func seek(to chapter: Chapter) -> PendingSeek { seek(.at(chapter.timeRange.start + 0.1), .smooth) }

    // MARK: Skips

    /// Whether a skip is possible now. Skips in quick succession add up.
    public func canSkip(_ direction: SkipDirection) -> Bool {
        guard error == nil else { return false }
        return SkipRule.canSkip(
            direction, from: time, by: configuration.interval(forSkip: direction), in: seekableTimeRange, streamType: streamType)
    }

    /// Skips backwards or forwards by the configured interval, counted from the target of a seek in progress. Refused within the last
    /// second of the seekable range, and if ``canSkip(_:)`` is false.
    @discardableResult public func skip(_ direction: SkipDirection) -> PendingSeek {
        let target = SkipRule.target(
            direction, from: time, by: configuration.interval(forSkip: direction), in: seekableTimeRange, streamType: streamType)
        return target.map { seek($0, .immediate) } ?? PendingSeek(.refused)
    }

    /// Whether there is a default position other than the current one: always for on demand and live; for a window when behind the live
    /// edge.
    public var canSkipToDefault: Bool {
        error == nil
            && SkipRule.canSkipToDefault(from: time, in: seekableTimeRange, streamType: streamType, chunkDuration: chunkDuration)
    }

    /// Seeks to the start of an on-demand item, or to the live edge of a window.
    @discardableResult public func skipToDefault() -> PendingSeek { core.playback.skipToDefault() }

    // MARK: Scrubbing

    /// Pauses playback until ``endScrubbing(at:)`` or until another item becomes current.
    ///
    /// ``shouldPlay`` keeps its value and may be changed meanwhile: it determines what happens afterwards. Each ``scrub(to:)`` shows a
    /// frame near its time as soon as one is available. When the end is reached, nothing follows until scrubbing ends.
    public func beginScrubbing() { core.playback.beginScrubbing() }

    /// Seeks near a time in seconds while scrubbing continues: smoothly, to the position that is quickest to reach.
    @discardableResult public func scrub(to time: Double) -> PendingSeek { seek(.near(time), .smooth) }

    /// Shows a frame near a time in seconds while a slider is dragged during playback. Does nothing if that would start an interstitial
    /// that must not be skipped: it starts when the slider is released.
    public func preview(at time: Double) {
        if let now = self.time, interstitialSchedule.obstacle(from: now, to: time) != nil { return }
        seek(.near(time))
    }

    /// Ends scrubbing on the exact frame, instead of any seek in progress, and resumes playback if it is requested.
    /// - Parameter time: seconds on the item's timeline; nil stays at the current position.
    @discardableResult public func endScrubbing(at time: Double? = nil) -> PendingSeek { core.playback.endScrubbing(at: time) }

    // MARK: Frame stepping

    /// Shows the next frame of a paused item, or an earlier one if the count is negative.
    /// - Returns: false if there is none in that direction, or the item plays.
    @discardableResult public func step(by count: Int) async -> Bool {
        guard core.playback.items.onAir != nil, error == nil, !shouldPlay, count < 0 || playbackState != .ended else { return false }
        return await withCheckedContinuation { done in
            core.playback.engines.active.step(by: count) { done.resume(returning: $0) }
        }
    }
}
