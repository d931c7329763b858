// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// Of captions, not of widgets.
typealias CaptionSheet = WindowboxCaptions.StyleSheet

/// A cue on the item's timeline, with what its file says of regions and styles. The cues of a file share their copies of it.
struct TimelineCue: Equatable {
    var cue: Cue
    var regions: [CaptionRegion]
    var sheets: [CaptionSheet]
    /// Of a segment's cue: the offset of its resource.
    var clock: Double?

    var start: Double { cue.start.seconds }
    var end: Double { cue.end.seconds }

    /// A picture whose author gave it a place.
    var isPlaced: Bool { cue.image?.placement != nil }

    func isActive(at time: Double) -> Bool { start <= time && time < end }

    /// Neighbouring files repeat a cue that crosses their border; time stamps within it may be rounded otherwise.
    func repeats(_ other: TimelineCue) -> Bool {
        abs(end - other.end) < 0.002 && cue.settings == other.cue.settings && cue.region == other.cue.region
            && cue.plainText() == other.cue.plainText() && cue.image == other.cue.image
    }
}

extension CaptionDocument {
    /// The cues that are ever seen and say something.
    /// - Parameters:
    ///   - seconds: from the clock of the file to the item's timeline.
    ///   - isSegment: one of several that follow each other.
    func kept(offset seconds: Double = 0, isSegment: Bool = false) -> [TimelineCue] {
        let offset = MediaTime(seconds: seconds)
        return cues.lazy.filter { $0.start < $0.end && $0.isSeen }.map {
            TimelineCue(cue: $0.moved(by: offset), regions: regions, sheets: styleSheets, clock: isSegment ? seconds : nil)
        }
    }
}

extension Cue {
    /// Words, or a picture that is there.
    fileprivate var isSeen: Bool { image.map { !$0.bytes.isEmpty } ?? !plainText().allSatisfy(\.isWhitespace) }

    /// The time stamps within the text, in its order.
    var stamps: [MediaTime] { tree.flatMap(\.timestamps) }
}
