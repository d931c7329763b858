// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

/// Maps a creative's playlists to those of the content; the same for all sessions.
struct RenditionMapping: Sendable {
    private enum StandIn: Sendable {
        case playlist(MediaPlaylist)
        /// Segments without cues, as long as the video's.
        case noText
        /// Gaps.
        case gap
    }

    private let standIns: [ContentRendition: StandIn]
    let creative: AdCreative

    /// Nil if one of the content's playlists has no counterpart: the creative can't be used in this content.
    init?(_ creative: AdCreative, in content: MultivariantPlaylist, match: LadderMatch) {
        let ad = creative.multivariant
        var standIns: [ContentRendition: StandIn] = [:]
        for (index, variant) in content.variants.enumerated() {
            guard let choice = match.variant(for: variant, among: ad.variants),
                Self.hasSoundApart(variant, content) == Self.hasSoundApart(ad.variants[choice], ad) || Self.isSilent(ad),
                let playlist = creative.playlists[ad.variants[choice].uri.url]
            else { return nil }
            standIns[ContentRendition(.variant, index)] = .playlist(playlist)
        }
        for (index, rendition) in content.renditions.enumerated() where rendition.uri != nil {
            switch match.standIn(for: rendition, in: ad) {
            case .playlist(let uri):
                guard let playlist = creative.playlists[uri.url] else { return nil }
                standIns[ContentRendition(.rendition, index)] = .playlist(playlist)
            case .noText: standIns[ContentRendition(.rendition, index)] = .noText
            case .silence, .unsuitable: return nil
            }
        }
        for (index, variant) in content.iFrameVariants.enumerated() {
            let choice = match.variant(for: variant, among: ad.iFrameVariants)
            let playlist = choice.flatMap { creative.playlists[ad.iFrameVariants[$0].uri.url] }
            standIns[ContentRendition(.iFrames, index)] = playlist.map { .playlist($0) } ?? .gap
        }
        self.standIns = standIns
        self.creative = creative
    }

    private static func hasSoundApart(_ variant: Variant, _ playlist: MultivariantPlaylist) -> Bool {
        variant.audioGroup.map { playlist.renditions(.audio, group: $0).contains { $0.uri != nil } } ?? false
    }

    private static func isSilent(_ playlist: MultivariantPlaylist) -> Bool {
        playlist.renditions.allSatisfy { $0.kind != .audio }
            && playlist.variants.allSatisfy { variant in !variant.codecs.isEmpty && variant.codecs.allSatisfy { !$0.hasPrefix("mp4a") } }
    }

    /// The counterpart of one of the content's playlists, exactly as long as the creative's video.
    func playlist(for rendition: ContentRendition) -> MediaPlaylist? {
        let pictures: MediaPlaylist? =
            if case .playlist(let playlist) = standIns[ContentRendition(.variant, 0)] { playlist } else { nil }
        return switch standIns[rendition] {
        case .playlist(let playlist): playlist.lasting(creative.duration)
        case .noText: pictures.map { .standIn(for: $0, uri: URIReference(Self.emptyText)).lasting(creative.duration) }
        case .gap: pictures.map { .iFrameGap(for: $0) }
        case nil: nil
        }
    }

    /// Relative to a session's playlist.
    static let emptyText = "../empty.vtt"
}

extension MediaPlaylist {
    fileprivate static func iFrameGap(for pictures: MediaPlaylist) -> MediaPlaylist {
        var playlist = standIn(
            for: pictures, uri: pictures.segments.first.map { URIReference($0.uri.url) } ?? "", map: pictures.segments.first?.map,
            isGap: true)
        playlist.isIFramesOnly = true
        return playlist
    }
}
