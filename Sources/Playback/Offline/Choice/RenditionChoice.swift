// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming

/// The parts of a multivariant playlist to download: one variant, and its wanted renditions.
struct RenditionChoice: Hashable, Sendable {
    var variant: Variant
    /// In playlist order. Renditions without a URI are in the variant's own segments.
    var renditions: [Rendition]

    init(_ playlist: MultivariantPlaylist, _ preference: DownloadPreference, _ capabilities: PlaybackCapabilities) throws(DownloadError) {
        let playable = playlist.variants.filter { Self.isPlayable($0, capabilities) }
        guard let variant = Self.best(playable, preference) else {
            let codecs = Set(playlist.variants.flatMap(\.codecs)).sorted().joined(separator: ", ")
            throw DownloadError(
                .unsupported, "None of the \(playlist.variants.count) variants is supported (\(codecs)).", url: playlist.baseURL)
        }
        self.variant = variant
        let sound = variant.audioGroup.map { playlist.renditions(.audio, group: $0) } ?? []
        let audible = Self.audible(sound, preference.audioLanguages)
        var kept = audible
        if let group = variant.videoGroup {
            let angles = playlist.renditions(.video, group: group)
            if let angle = angles.first(where: \.isDefault) ?? angles.first { kept.append(angle) }
        }
        if let group = variant.subtitlesGroup {
            kept += Self.legible(playlist.renditions(.subtitles, group: group), preference.subtitleLanguages, audible)
        }
        if case .group(let group) = variant.closedCaptions { kept += playlist.renditions(.closedCaptions, group: group) }
        renditions = playlist.renditions.filter { kept.contains($0) }
    }

    private static func isPlayable(_ variant: Variant, _ capabilities: PlaybackCapabilities) -> Bool {
        if let range = variant.videoRange, !capabilities.videoRanges.contains(range) { return false }
        guard let families = capabilities.codecs else { return true }
        return variant.codecs.allSatisfy { families.contains(Codec($0).family) }
    }

    /// The best variant within the limits. Variants with video take precedence over audio only.
    private static func best(_ variants: [Variant], _ preference: DownloadPreference) -> Variant? {
        let pictures = variants.filter { $0.resolution != nil }
        let candidates = pictures.isEmpty ? variants : pictures
        let fitting = candidates.filter { variant in
            if let limit = preference.maximumBitrate, variant.bandwidth > limit { return false }
            guard let limit = preference.maximumSize, let size = variant.resolution else { return true }
            return size.width <= limit.width && size.height <= limit.height
        }
        // The first of equal ones, because the author's order counts.
        return fitting.reduce(nil) { best, next in best.map { next.bandwidth > $0.bandwidth } ?? true ? next : best }
            ?? candidates.reduce(nil) { best, next in best.map { next.bandwidth < $0.bandwidth } ?? true ? next : best }
    }

    private static func audible(_ group: [Rendition], _ languages: [String]) -> [Rendition] {
        let found = matching(languages, in: group)
        if !found.isEmpty { return found }
        return (group.first(where: \.isDefault) ?? group.first(where: \.isAutoselect) ?? group.first).map { [$0] } ?? []
    }

    private static func legible(_ group: [Rendition], _ languages: [String], _ audible: [Rendition]) -> [Rendition] {
        let forced = group.filter { rendition in
            rendition.isForced && audible.contains { $0.language != nil && $0.language == rendition.language }
        }
        return matching(languages, in: group.filter { !$0.isForced }) + forced
    }

    /// The renditions for the languages. A plain rendition takes precedence over one for a special need.
    private static func matching(_ languages: [String], in group: [Rendition]) -> [Rendition] {
        if languages.contains("*") { return group }
        let ordered = group.filter(\.characteristics.isEmpty) + group.filter { !$0.characteristics.isEmpty }
        let tagged = ordered.compactMap { rendition in rendition.language.flatMap(LanguageTag.init).map { (rendition, $0) } }
        var found: [Rendition] = []
        for language in languages {
            guard let tag = LanguageTag(language), let index = LanguageTag.best(for: [tag], among: tagged.map(\.1)) else { continue }
            if !found.contains(tagged[index].0) { found.append(tagged[index].0) }
        }
        return found
    }
}
