// SPDX-License-Identifier: Apache-2.0

/// What a cue's document says about all of its cues. Cues of one document share the storage of its regions and style sheets.
public struct CueOrigin: Hashable, Sendable {
    /// The regions that the cue may refer to.
    public var regions: [CaptionRegion]
    /// The style sheets that apply to the cue.
    public var styleSheets: [StyleSheet]
    /// The offset in seconds from the clock of the segment that the cue came in to the item's timeline; nil for a complete file.
    public var clock: Double?

    public init(regions: [CaptionRegion] = [], styleSheets: [StyleSheet] = [], clock: Double? = nil) {
        self.regions = regions
        self.styleSheets = styleSheets
        self.clock = clock
    }
}
