// SPDX-License-Identifier: Apache-2.0

extension Player {
    /// Skips in quick succession add up.
    public func canSkip(_ direction: SkipDirection) -> Bool {
        guard error == nil else { return false }
        return SkipRule.canSkip(
            direction, from: time, by: configuration.interval(forSkip: direction), in: seekableTimeRange, streamType: streamType)
    }

    /// Goes back or forward by the configured interval, counted from the target of a seek under way. Refused within the last
    /// second of what can be sought, and where ``canSkip(_:)`` is false.
    @discardableResult public func skip(_ direction: SkipDirection) -> PendingSeek {
        let target = SkipRule.target(
            direction, from: time, by: configuration.interval(forSkip: direction), in: seekableTimeRange, streamType: streamType)
        guard let target else { return PendingSeek(.refused) }
        return seek(target, .immediate)
    }

    /// There is a default position other than here: always for on demand and live, behind the edge for a window.
    public var canSkipToDefault: Bool {
        error == nil
            && SkipRule.canSkipToDefault(from: time, in: seekableTimeRange, streamType: streamType, chunkDuration: chunkDuration)
    }

    /// Goes to the start of an on-demand item, or to the live edge of a window.
    @discardableResult public func skipToDefault() -> PendingSeek {
        seek(SkipRule.defaultPosition(in: seekableTimeRange, streamType: streamType), .immediate)
    }
}
