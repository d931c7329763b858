// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The timed metadata of the segments that were loaded: each frame once, however often its segment comes.
///
/// A frame has no end. It is in effect until one of the same name and key begins.
struct BrowserMetadata: Sendable {
    /// By their starts.
    private var cues: [MetadataCue] = []
    private var last = 0
    /// Seconds by which the same frame may be off in another rendition or after a seek.
    private static let tolerance = 0.05
    /// Cues that are kept: a live stream may have one each second for days.
    private static let maxCues = 2000
    /// The owner of the frame with the time of packed audio, which is no metadata.
    private static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"

    /// What the page is to do with the ID3 tags of a segment.
    /// - Parameter time: theirs, in seconds on the item's timeline.
    mutating func show(_ tags: [UInt8], at time: Double) -> [BrowserAction] {
        let cues = add(tags, at: time)
        var actions: [BrowserAction] = cues.isEmpty ? [] : [.metadata(cues)]
        if let time = trim() { actions.append(.discardMetadata(before: time)) }
        return actions
    }

    /// - Parameters:
    ///   - tags: ID3 tags.
    ///   - time: theirs, in seconds on the item's timeline.
    /// - Returns: the cues that are new, or have another end.
    mutating func add(_ tags: [UInt8], at time: Double) -> [MetadataCue] {
        var changed: [Int] = []
        for frame in TimedTag.all(in: tags) where frame.name != "PRIV" || frame.key != Self.timestampOwner {
            if cues.contains(where: { ($0.start - time).magnitude < Self.tolerance && $0.frame == frame }) { continue }
            let place = cues.firstIndex { $0.start > time } ?? cues.count
            last += 1
            var cue = MetadataCue(number: last, start: time, end: .infinity, frame: frame)
            if let next = cues[place...].first(where: { $0.isReplaced(by: cue) }) { cue.end = next.start }
            if let former = cues[..<place].lastIndex(where: { $0.isReplaced(by: cue) && $0.start < time }) {
                cues[former].end = time
                changed.append(cues[former].number)
            }
            cues.insert(cue, at: place)
            changed.append(cue.number)
        }
        return changed.isEmpty ? [] : cues.filter { changed.contains($0.number) }
    }

    /// Forgets the oldest if there are too many.
    /// - Returns: the start of the first that is kept, in seconds; nil if all are.
    mutating func trim() -> Double? {
        guard cues.count > Self.maxCues else { return nil }
        cues.removeFirst(cues.count - Self.maxCues / 2)
        return cues.first?.start
    }
}

extension MetadataCue {
    fileprivate func isReplaced(by other: MetadataCue) -> Bool { frame.name == other.frame.name && frame.key == other.frame.key }
}
