// SPDX-License-Identifier: Apache-2.0

/// A multivariant playlist (RFC 8216bis 4.4.6): the variants of a presentation and their alternative renditions.
public struct MultivariantPlaylist: Hashable, Sendable {
    /// The URL it was loaded from, after redirects; empty if unknown.
    public var baseURL: String
    /// EXT-X-VERSION; 1 if absent.
    public var version: Int
    /// Variables (EXT-X-DEFINE), in playlist order.
    public var defines: [Definition]
    /// The qualities, in playlist order.
    public var variants: [Variant]
    /// I-frame variants for trick play: each segment is one I-frame.
    public var iFrameVariants: [Variant]
    /// Thumbnail variants (EXT-X-IMAGE-STREAM-INF, an extension).
    public var imageVariants: [Variant]
    /// Alternative audio, video and subtitles, in playlist order.
    public var renditions: [Rendition]
    /// Data of the author, in playlist order.
    public var sessionData: [SessionData]
    /// Keys that media playlists will use, for preloading.
    public var sessionKeys: [Key]
    /// The content steering server; nil without one.
    public var contentSteering: ContentSteering?
    /// The preferred start position; nil if not stated.
    public var start: PlaylistStart?
    /// Whether each segment of all media playlists can be decoded independently.
    public var isIndependentSegments: Bool
    /// Tags that the parser doesn't know, in playlist order, to be written again.
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

    /// The renditions of a group, in playlist order.
    public func renditions(_ kind: Rendition.Kind, group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}
