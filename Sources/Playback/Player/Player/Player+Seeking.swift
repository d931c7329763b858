// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxMedia
import WindowboxStreaming

extension Player {
    /// Both ends of ``seekableTimeRange`` count.
    public func canSeek(to time: Double) -> Bool { error == nil && SeekRule.canSeek(to: time, in: seekableTimeRange) }

    /// Goes to a position of the current item, clamped to what can be sought less a tenth of a second at the end.
    /// - Returns: the seek, for those who want to know how it ended.
    @discardableResult public func seek(_ position: SeekPosition, _ manner: SeekPolicy = .smooth) -> PendingSeek {
        core.playback.seek(position, manner)
    }

    /// Goes to a time in seconds: to the exact picture where there are pictures, otherwise to what is quickest around it.
    @discardableResult public func seek(to time: Double) -> PendingSeek { seek(SeekRule.position(for: time, in: mediaType), .smooth) }

    /// Goes to a moment of a stream that carries dates; refused where it carries none.
    @discardableResult public func seek(to date: Date) -> PendingSeek {
        guard let zero = core.playback.facts?.timeline?.dateOfZero else { return PendingSeek(.refused) }
        return seek(.at(date.timeIntervalSince1970 - zero), .smooth)
    }

    /// Goes to the beginning of a chapter.
    @discardableResult public func seek(to chapter: Chapter) -> PendingSeek { seek(.at(chapter.timeRange.start + 0.1), .smooth) }

    // MARK: Skips

    /// Skips in quick succession add up.
    public func canSkip(_ direction: SkipDirection) -> Bool {
        guard error == nil else { return false }
        return SkipRule.canSkip(
            direction, from: time, by: configuration.interval(forSkip: direction), in: seekableTimeRange, streamType: streamType)
    }

    /// Goes back or forward by the configured interval, counted from the target of a seek under way. HTTPError within the last
    /// second of what can be sought, and where ``canSkip(_:)`` is false.
    @discardableResult public func skip(_ direction: SkipDirection) -> PendingSeek {
        let target = SkipRule.target(
            direction, from: time, by: configuration.interval(forSkip: direction), in: seekableTimeRange, streamType: streamType)
        return target.map { seek($0, .immediate) } ?? PendingSeek(.refused)
    }

    /// There is a default position other than here: always for on demand and live, behind the edge for a window.
    public var canSkipToDefault: Bool {
        error == nil
            && SkipRule.canSkipToDefault(from: time, in: seekableTimeRange, streamType: streamType, chunkDuration: chunkDuration)
    }

    /// Goes to the start of an on-demand item, or to the live edge of a window.
    @discardableResult public func skipToDefault() -> PendingSeek { core.playback.skipToDefault() }

    // MARK: Scrubbing

    /// Holds playing still until ``endScrubbing(at:)``, or until another item becomes current.
    ///
    /// ``shouldPlay`` stays what is wanted: playing or pausing meanwhile determines what happens afterwards. Each ``scrub(to:)`` shows
    /// a picture from near its time as soon as there is one. When the end is reached, nothing follows it before scrubbing ends.
    public func beginScrubbing() { core.playback.beginScrubbing() }

    /// Goes to a time in seconds while scrubbing continues: smoothly, and to what is quickest around it.
    @discardableResult public func scrub(to time: Double) -> PendingSeek { seek(.near(time), .smooth) }

    /// Shows what is near a time in seconds, while a slider is dragged and playing goes on. Nothing is shown where that would begin an
    /// interstitial that must not be passed: it begins where the slider is released.
    public func preview(at time: Double) {
        if let now = self.time, interstitialSchedule.obstacle(from: now, to: time) != nil { return }
        seek(.near(time))
    }

    /// Lands on the exact picture, in place of any seek under way, and goes on playing if that is wanted.
    /// - Parameter time: seconds on the item's timeline; nil stays where scrubbing led to.
    @discardableResult public func endScrubbing(at time: Double? = nil) -> PendingSeek { core.playback.endScrubbing(at: time) }

    // MARK: Pictures

    /// Shows the next picture of a paused item, or with a negative count an earlier one.
    /// - Returns: false when there is none that way, or the item plays.
    @discardableResult public func step(by count: Int) async -> Bool {
        guard core.playback.items.onAir != nil, error == nil, !shouldPlay, count < 0 || playbackState != .ended else { return false }
        return await withCheckedContinuation { done in
            core.playback.engines.active.step(by: count) { done.resume(returning: $0) }
        }
    }
}
