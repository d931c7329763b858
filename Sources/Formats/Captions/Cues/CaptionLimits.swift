// SPDX-License-Identifier: Apache-2.0

/// Bounds against hostile input. Input beyond a limit is truncated and reported.
public struct CaptionLimits: Hashable, Sendable {
    /// The maximum length of a line, in bytes.
    public var lineBytes: Int
    /// The maximum size of a cue's text, a comment or a style sheet, in bytes.
    public var blockBytes: Int
    /// The maximum size of all style sheets of a file, in bytes; each sheet counts as 64 bytes more than it has.
    public var styleBytes: Int
    /// The maximum number of cues.
    public var cues: Int
    /// The maximum number of regions.
    public var regions: Int
    /// The maximum nesting of spans, and of TTML elements.
    public var depth: Int
    /// The maximum number of errors kept; further ones are dropped.
    public var errors: Int

    public init(
        lineBytes: Int = 2 << 20, blockBytes: Int = 2 << 20, cues: Int = 10_000_000, regions: Int = 1000, depth: Int = 128,
        errors: Int = 1000, styleBytes: Int = 512 << 10
    ) {
        self.lineBytes = lineBytes
        self.blockBytes = blockBytes
        self.styleBytes = styleBytes
        self.cues = cues
        self.regions = regions
        self.depth = depth
        self.errors = errors
    }
}
