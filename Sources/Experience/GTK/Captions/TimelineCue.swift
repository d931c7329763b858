// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// The style sheet of captions, not of widgets.
typealias CaptionStyleSheet = WindowboxCaptions.StyleSheet

/// A cue on the item's timeline, with its file's regions and style sheets, which cues of the same file share.
struct TimelineCue: Equatable {
    var cue: Cue
    var regions: [CaptionRegion]
    var sheets: [CaptionStyleSheet]
    /// The clock offset of the segment that the cue came from; nil for cues of complete files.
    var clock: Double?

    var start: Double { cue.start.seconds }
    var end: Double { cue.end.seconds }

    /// An image positioned by its author.
    var isPlaced: Bool { cue.image?.placement != nil }

    func isActive(at time: Double) -> Bool { start <= time && time < end }

    /// Whether the other cue is the same. Consecutive segments repeat cues that cross their boundary, possibly with timestamps
    /// rounded differently.
    func isDuplicate(of other: TimelineCue) -> Bool {
        abs(end - other.end) < 0.002 && cue.settings == other.cue.settings && cue.region == other.cue.region
            && cue.plainText() == other.cue.plainText() && cue.image == other.cue.image
    }
}

extension CaptionDocument {
    /// The cues that have a duration and visible content.
    /// - Parameters:
    ///   - seconds: offset from the file's clock to the item's timeline.
    ///   - isSegment: whether the file is one of several consecutive segments.
    func timelineCues(offset seconds: Double = 0, isSegment: Bool = false) -> [TimelineCue] {
        let offset = MediaTime(seconds: seconds)
        return cues.lazy.filter { $0.start < $0.end && $0.hasContent }.map {
            TimelineCue(cue: $0.moved(by: offset), regions: regions, sheets: styleSheets, clock: isSegment ? seconds : nil)
        }
    }
}

extension Cue {
    /// Has text or a non-empty image.
    fileprivate var hasContent: Bool { image.map { !$0.bytes.isEmpty } ?? !plainText().allSatisfy(\.isWhitespace) }

    /// The inline timestamps, in document order.
    var stamps: [MediaTime] { tree.flatMap(\.timestamps) }
}
