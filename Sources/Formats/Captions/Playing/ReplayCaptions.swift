// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Shows captions that are off for a while after a short skip back ("What did they say?").
public struct ReplayCaptions: Hashable, Sendable {
    /// How long captions are shown from the new position, in seconds.
    public var duration: Double
    /// The longest skip back that shows captions, in seconds. After a longer skip the viewer looks for something else.
    public var longestSkip: Double
    private var span: (start: MediaTime, end: MediaTime)?

    public init(duration: Double = 10, longestSkip: Double = 30) {
        self.duration = duration
        self.longestSkip = longestSkip
    }

    /// Reports a seek. Another short skip back restarts the interval; any other seek ends it.
    public mutating func seeked(from old: MediaTime, to new: MediaTime) {
        let way = (old - new).seconds
        span = way > 0 && way <= longestSkip ? (new, new + MediaTime(seconds: duration)) : nil
    }

    /// Whether captions are shown at a playback time.
    public func isShowing(at time: MediaTime) -> Bool { span.map { $0.start <= time && time < $0.end } ?? false }

    /// When the captions are hidden again; nil while they are not shown.
    public func end(at time: MediaTime) -> MediaTime? { isShowing(at: time) ? span?.end : nil }

    public static func == (left: Self, right: Self) -> Bool {
        left.duration == right.duration && left.longestSkip == right.longestSkip && left.span?.start == right.span?.start
            && left.span?.end == right.span?.end
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(duration)
        hasher.combine(span?.start)
    }
}
