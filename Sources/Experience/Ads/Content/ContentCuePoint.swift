// SPDX-License-Identifier: Apache-2.0

/// A cue point in the content: an ad break, a chapter, or an app-defined event.
public struct ContentCuePoint: Hashable, Sendable {
    /// Where a cue point is, in order of time.
    public enum Position: Hashable, Comparable, Sendable {
        /// Before the content begins.
        case before
        /// In seconds of the content.
        case at(Double)
        /// After its end.
        case after
    }

    /// The kind of cue point, such as `ad` or `code`.
    public var type: String
    /// Where it is in the content.
    public var position: Position
    /// Data of the author, by name.
    public var properties: [String: String]

    public init(_ type: String, at position: Position, properties: [String: String] = [:]) {
        self.type = type
        self.position = position
        self.properties = properties
    }
}

/// Cue points sorted by position; those at the same position keep their order.
public struct ContentCuePoints: Hashable, Sendable {
    /// In order of position.
    public let all: [ContentCuePoint]

    /// Positions that are NaN or infinite are dropped.
    public init(_ points: some Sequence<ContentCuePoint>) {
        let placed = points.enumerated().filter { if case .at(let time) = $0.element.position { time.isFinite } else { true } }
        all = placed.sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
    }

    /// The cue points of one kind, such as `ad`.
    public func of(type: String) -> ContentCuePoints { ContentCuePoints(all.filter { $0.type == type }) }
    /// The cue points at exactly this position.
    public func at(_ position: ContentCuePoint.Position) -> ContentCuePoints { ContentCuePoints(all.filter { $0.position == position }) }
    /// The cue points before this position.
    public func before(_ position: ContentCuePoint.Position) -> ContentCuePoints { ContentCuePoints(all.filter { $0.position < position }) }
    /// The cue points after this position.
    public func after(_ position: ContentCuePoint.Position) -> ContentCuePoints { ContentCuePoints(all.filter { $0.position > position }) }

    /// The cue points after one position, up to and including another, whether passed by playback or by a seek; empty when going back.
    public func passed(from previous: ContentCuePoint.Position, to current: ContentCuePoint.Position) -> ContentCuePoints {
        ContentCuePoints(all.filter { $0.position > previous && $0.position <= current })
    }
}

/// Decides what to do with cue points that were passed together, as by a seek.
public struct ContentCuePointPolicy: Hashable, Sendable {
    /// Which of several cue points that were passed together are acted upon.
    public enum Choice: Hashable, Sendable { case all, first, last }
    /// Where the content resumes after the ads.
    public enum Resumption: Hashable, Sendable {
        /// At the requested playback position.
        case playhead
        /// At the last of the chosen cue points.
        case lastChosen
    }

    /// Which of the passed cue points are chosen.
    public var choice: Choice
    /// Where the content resumes.
    public var resumption: Resumption
    /// Whether each cue point is chosen only once.
    public var isOnce: Bool
    private var chosen: Set<ContentCuePoint> = []

    public init(_ choice: Choice = .all, resumption: Resumption = .playhead, isOnce: Bool = false) {
        self.choice = choice
        self.resumption = resumption
        self.isOnce = isOnce
    }

    /// - Parameters:
    ///   - passed: see ``ContentCuePoints/passed(from:to:)``.
    ///   - playhead: the current position, in seconds of the content.
    /// - Returns: the cue points to act on, and where to resume the content, in seconds.
    public mutating func choose(from passed: ContentCuePoints, playhead: Double) -> (points: [ContentCuePoint], goesOnAt: Double) {
        let open = isOnce ? passed.all.filter { !chosen.contains($0) } : passed.all
        let points =
            switch choice {
            case .all: open
            case .first: Array(open.prefix(1))
            case .last: Array(open.suffix(1))
            }
        chosen.formUnion(points)
        guard resumption == .lastChosen, let last = points.last else { return (points, playhead) }
        switch last.position {
        case .before: return (points, 0)
        case .at(let time): return (points, time)
        case .after: return (points, playhead)
        }
    }
}
