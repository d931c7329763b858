// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// All selectable streams and their URLs.
///
/// Variants and renditions that differ only in their source (pathways, redundant streams, groups) are one entry with several sources, so
/// that an index means the same stream on every pathway.
struct StreamCatalogue: Sendable {
    struct VariantSource: Hashable, Sendable {
        var pathway: String
        var url: String
        var audioGroup: String?
        var subtitlesGroup: String?
        var stableID: String?
    }

    struct VariantEntry: Sendable {
        var description: Presentation.Variant
        var sources: [VariantSource]
        var score: Double?
        /// Codec families by kind, sorted; empty if the playlist doesn't state them.
        var videoFamily = ""
        var audioFamily = ""
        var videoRange = ""
        /// Whether it lists codecs and none of them is video.
        var isAudioOnly = false

        func source(_ pathway: String) -> VariantSource? {
            for source in sources where source.pathway == pathway { return source }
            return nil
        }
    }

    struct IFrameEntry: Sendable {
        /// Peak bit/s of the I-frames at normal speed.
        var bandwidth: Int
        var size: PixelSize?
        var source: VariantSource
    }

    struct RenditionSource: Hashable, Sendable {
        var pathway: String?
        var group: String
        /// nil if the rendition is inside the variant's own segments.
        var url: String?
        var stableID: String?
        var channels: Int?
    }

    struct RenditionEntry: Sendable {
        var description: Presentation.Rendition
        var isAutoselect: Bool
        var associatedLanguage: String?
        var sources: [RenditionSource]

        /// The source within a group; a pathway clone has its own sources.
        func source(group: String, pathway: String) -> RenditionSource? {
            var shared: RenditionSource?
            for source in sources where source.group == group {
                if source.pathway == pathway { return source }
                if source.pathway == nil, shared == nil { shared = source }
            }
            return shared
        }
    }

    var variants: [VariantEntry] = []
    /// I-frame playlists, one per pathway and URL.
    var iFrames: [IFrameEntry] = []
    var images: [ImagePlaylist] = []
    var audio: [RenditionEntry] = []
    var subtitles: [RenditionEntry] = []
    /// Captions embedded in the video, one per channel.
    var closedCaptions: [Presentation.Rendition] = []
    /// EXT-X-SESSION-KEY. Their vectors are unknown.
    var sessionKeys: [SegmentEncryption] = []
    /// In order of first appearance.
    var pathways: [String] = []
    /// Playable variants by ascending bit rate: the candidates for ABR levels.
    var ladder: [Int] = []
    /// The first listed variant of the family with the most variants.
    var startModel: Int?

    /// Creates the catalogue of a single media playlist.
    init(media url: String) {
        variants = [
            VariantEntry(description: Presentation.Variant(bandwidth: 0), sources: [VariantSource(pathway: ".", url: url)])
        ]
        pathways = ["."]
        ladder = [0]
    }

    init() {}

    mutating func exclude(_ variant: Int, _ exclusion: Presentation.Exclusion) {
        variants[variant].description.exclusion = exclusion
        rank()
    }

    func presentation(contentTypes: [ContentType]) -> Presentation {
        var described: [Presentation.Variant] = []
        for entry in variants { described.append(entry.description) }
        var audioRenditions: [Presentation.Rendition] = []
        for entry in audio { audioRenditions.append(entry.description) }
        var texts: [Presentation.Rendition] = []
        for entry in subtitles { texts.append(entry.description) }
        var presentation = Presentation(
            variants: described, audio: audioRenditions, subtitles: texts, closedCaptions: closedCaptions, images: images,
            contentTypes: contentTypes
        )
        presentation.sessionKeys = sessionKeys
        return presentation
    }
}
