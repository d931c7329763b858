// SPDX-License-Identifier: Apache-2.0

/// Bounds against hostile input. What passes one is cut off and reported.
public struct CaptionLimits: Hashable, Sendable {
    /// Of one line.
    public var lineBytes: Int
    /// Of one cue's text, one comment, one style sheet.
    public var blockBytes: Int
    public var cues: Int
    public var regions: Int
    /// Of the spans of a text in each other, and of elements in TTML.
    public var depth: Int
    /// Further ones are dropped.
    public var errors: Int

    public init(
        lineBytes: Int = 2 << 20, blockBytes: Int = 2 << 20, cues: Int = 10_000_000, regions: Int = 1000, depth: Int = 128,
        errors: Int = 1000
    ) {
        self.lineBytes = lineBytes
        self.blockBytes = blockBytes
        self.cues = cues
        self.regions = regions
        self.depth = depth
        self.errors = errors
    }
}
