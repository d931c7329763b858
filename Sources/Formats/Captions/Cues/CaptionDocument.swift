// SPDX-License-Identifier: Apache-2.0

/// What a caption file holds.
public struct CaptionDocument: Hashable, Sendable {
    public var format: CaptionFormat
    /// In the order of the file.
    public var cues: [Cue]
    /// No two have the same id: a later one takes the place of an earlier one, as the cues behind it see it.
    public var regions: [CaptionRegion]
    public var styleSheets: [StyleSheet]
    /// What could not be read, or is not as its format demands, in the order of the lines.
    public var errors: [CaptionError]
    /// Of an HLS segment.
    public var timestampMap: TimestampMap?

    public init(
        format: CaptionFormat, cues: [Cue] = [], regions: [CaptionRegion] = [], styleSheets: [StyleSheet] = [], errors: [CaptionError] = [],
        timestampMap: TimestampMap? = nil
    ) {
        self.format = format
        self.cues = cues
        self.regions = regions
        self.styleSheets = styleSheets
        self.errors = errors
        self.timestampMap = timestampMap
    }

    public func region(_ id: String) -> CaptionRegion? { regions.last { $0.id == id } }
}
