// SPDX-License-Identifier: Apache-2.0

/// Captions that can be shown: of a stream, of a service inside its pictures, or of a file that somebody added.
public struct CaptionTrack: Hashable, Sendable {
    public var timeline: CueTimeline
    public var regions: [CaptionRegion]
    public var styleSheets: [StyleSheet]
    public var timing: CaptionTiming
    /// Whether all of it is for whoever wants no captions, as a track of forced subtitles is.
    public var isForced: Bool

    public init(
        timeline: CueTimeline = CueTimeline(), regions: [CaptionRegion] = [], styleSheets: [StyleSheet] = [],
        timing: CaptionTiming = CaptionTiming(), isForced: Bool = false
    ) {
        self.timeline = timeline
        self.regions = regions
        self.styleSheets = styleSheets
        self.timing = timing
        self.isForced = isForced
    }

    public init(_ document: CaptionDocument, timing: CaptionTiming = CaptionTiming(), isForced: Bool = false) {
        self.init(
            timeline: CueTimeline(document.cues), regions: document.regions, styleSheets: document.styleSheets, timing: timing,
            isForced: isForced)
    }

    /// Adds what another segment has: cues that are not there yet, and regions by their ids.
    public mutating func add(_ document: CaptionDocument) {
        for cue in document.cues { timeline.insert(cue) }
        for region in document.regions {
            if let index = regions.firstIndex(where: { $0.id == region.id }) { regions[index] = region } else { regions.append(region) }
        }
        for sheet in document.styleSheets where !styleSheets.contains(where: { $0.text == sheet.text }) { styleSheets.append(sheet) }
    }
}
