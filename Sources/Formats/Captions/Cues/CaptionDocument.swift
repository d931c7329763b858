// SPDX-License-Identifier: Apache-2.0

// given: import WindowboxCaptions
/// The contents of a caption file.
///
/// ```swift
/// let document = CaptionDocument.read(Array("WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Hello</b>".utf8))
/// for cue in document.cues { print(cue.start.seconds, cue.plainText()) }
/// ```
public struct CaptionDocument: Hashable, Sendable {
    /// The format that the file was read as.
    public var format: CaptionFormat
    /// Cues in file order.
    public var cues: [Cue]
    /// Regions with unique ids: a later definition replaces an earlier one, as the cues after it see it.
    public var regions: [CaptionRegion]
    /// The style sheets in file order; later ones override earlier ones.
    public var styleSheets: [StyleSheet]
    /// Parse errors and violations of the format, in line order.
    public var errors: [CaptionError]
    /// The timestamp map of an HLS segment.
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

    /// The region with an id; nil if there is none.
    public func region(_ id: String) -> CaptionRegion? { regions.last { $0.id == id } }
}
