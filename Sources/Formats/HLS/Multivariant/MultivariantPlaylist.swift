// SPDX-License-Identifier: Apache-2.0

/// A multivariant playlist (RFC 8216bis 4.4.6): the versions of a presentation and their alternatives.
public struct MultivariantPlaylist: Hashable, Sendable {
    /// Where it was loaded from, after redirects; empty when not known.
    public var baseURL: String
    /// EXT-X-VERSION; 1 when absent.
    public var version: Int
    public var defines: [Definition]
    public var variants: [Variant]
    /// For trick play: each segment is one I-frame.
    public var iFrameVariants: [Variant]
    /// Thumbnails (EXT-X-IMAGE-STREAM-INF, an extension).
    public var imageVariants: [Variant]
    public var renditions: [Rendition]
    public var sessionData: [SessionData]
    /// Keys that media playlists will name, to be preloaded.
    public var sessionKeys: [Key]
    public var contentSteering: ContentSteering?
    public var start: PlaylistStart?
    /// Every segment of every media playlist can be decoded without the one before.
    public var isIndependentSegments: Bool
    public var unknownTags: [UnknownTag]

    public init(variants: [Variant] = [], renditions: [Rendition] = [], baseURL: String = "") {
        self.baseURL = baseURL
        self.variants = variants
        self.renditions = renditions
        version = 1
        defines = []
        iFrameVariants = []
        imageVariants = []
        sessionData = []
        sessionKeys = []
        contentSteering = nil
        start = nil
        isIndependentSegments = false
        unknownTags = []
    }

    /// The renditions of one group, in the order of the playlist.
    public func renditions(_ kind: Rendition.Kind, group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}
