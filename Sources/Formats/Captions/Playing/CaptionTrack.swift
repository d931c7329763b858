// SPDX-License-Identifier: Apache-2.0

/// A caption track: from a stream, an embedded closed-caption service, or an added file.
public struct CaptionTrack: Hashable, Sendable {
    public var timeline: CueTimeline
    public var regions: [CaptionRegion]
    public var styleSheets: [StyleSheet]
    public var timing: CaptionTiming
    /// Whether the track is shown even when captions are off, as forced subtitles are.
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

    /// Merges another segment's captions: new cues are added, and regions are replaced by id.
    public mutating func add(_ document: CaptionDocument) {
        for cue in document.cues { timeline.insert(cue) }
        for region in document.regions {
            if let index = regions.firstIndex(where: { $0.id == region.id }) { regions[index] = region } else { regions.append(region) }
        }
        for sheet in document.styleSheets where !styleSheets.contains(where: { $0.text == sheet.text }) { styleSheets.append(sheet) }
    }
}
