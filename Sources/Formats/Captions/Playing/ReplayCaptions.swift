// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// "What was just said": captions that are off are shown for a while after a short way back.
public struct ReplayCaptions: Hashable, Sendable {
    /// Seconds that they are shown for, from where playing goes on.
    public var duration: Double
    /// The longest way back, in seconds, after which they are shown: further back, somebody looks for something else.
    public var longestSkip: Double
    private var span: (start: MediaTime, end: MediaTime)?

    public init(duration: Double = 10, longestSkip: Double = 30) {
        self.duration = duration
        self.longestSkip = longestSkip
    }

    /// Playing went on elsewhere. A second way back begins the time anew; any other seek ends it.
    public mutating func seeked(from old: MediaTime, to new: MediaTime) {
        let way = (old - new).seconds
        span = way > 0 && way <= longestSkip ? (new, new + MediaTime(seconds: duration)) : nil
    }

    /// Whether captions are shown at a time of playing.
    public func isShowing(at time: MediaTime) -> Bool { span.map { $0.start <= time && time < $0.end } ?? false }

    /// When they go; nil while they are not shown.
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
