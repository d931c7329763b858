// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension LadderMatch {
    /// What replaces a rendition of audio or subtitles during an ad.
    public enum StandIn: Hashable, Sendable {
        /// A media playlist of the ad.
        case playlist(URIReference)
        /// The ad has no audio: silence of the same duration.
        case silence
        /// The ad has no subtitles in this language: segments without cues.
        case noText
        /// The ad's audio is muxed with its video, so it can't be used with this content.
        case unsuitable
    }

    /// - Parameters:
    ///   - content: a rendition with its own segments.
    ///   - ad: the ad's multivariant playlist.
    public func standIn(for content: Rendition, in ad: MultivariantPlaylist) -> StandIn {
        let own = ad.renditions.filter { $0.kind == content.kind && $0.uri != nil }
        switch content.kind {
        case .subtitles:
            // Subtitles in another language are of no use to the viewer.
            let spoken = own.filter { $0.isForced == content.isForced && Self.speaks($0.language, content.language) }
            return spoken.first?.uri.map { .playlist($0) } ?? .noText
        case .audio, .video:
            if let best = best(own, for: content)?.uri { return .playlist(best) }
            guard content.kind == .audio else { return .unsuitable }
            // An audio-only variant is as good as a rendition.
            let families = ad.variants.map { CodecFamily.names(.video, in: $0.codecs) }
            if let index = families.firstIndex(of: []) { return .playlist(ad.variants[index].uri) }
            let isSilent = !ad.variants.isEmpty && ad.variants.allSatisfy { CodecFamily.names(.audio, in: $0.codecs)?.isEmpty == true }
            return isSilent ? .silence : .unsuitable
        case .closedCaptions: return .noText
        }
    }

    private func best(_ renditions: [Rendition], for content: Rendition) -> Rendition? {
        func rank(_ rendition: Rendition) -> Int {
            var rank = 0
            if Self.speaks(rendition.language, content.language) {
                rank += 100
            } else if let fallbackLanguage, Self.speaks(rendition.language, fallbackLanguage) {
                rank += 50
            }
            if rendition.channelCount == content.channelCount { rank += 10 }
            // More channels than the content has might not be decodable.
            if let many = rendition.channelCount, let limit = content.channelCount, many > limit { rank -= 5 }
            if rendition.isDefault { rank += 1 }
            return rank
        }
        return renditions.enumerated().max { (rank($0.element), $1.offset) < (rank($1.element), $0.offset) }?.element
    }

    /// Whether two languages match, if at most one of them names a region.
    private static func speaks(_ language: String?, _ preferred: String?) -> Bool {
        guard let language = language?.lowercased(), let preferred = preferred?.lowercased() else {
            return language == nil && preferred == nil
        }
        return language == preferred || language.hasPrefix(preferred + "-") || preferred.hasPrefix(language + "-")
    }
}
