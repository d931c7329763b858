// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension LadderMatch {
    /// What stands in for a rendition of sound or text while an ad plays.
    public enum StandIn: Hashable, Sendable {
        /// A media playlist of the ad.
        case playlist(URIReference)
        /// The ad has no sound: silence of the same length.
        case silence
        /// The ad has no text in the language: segments without a cue.
        case noText
        /// The ad's sound is only in its pictures' segments, so that it can't play beside this content.
        case unsuitable
    }

    /// - Parameters:
    ///   - content: a rendition with segments of its own.
    ///   - ad: the ad's versions.
    public func standIn(for content: Rendition, in ad: MultivariantPlaylist) -> StandIn {
        let own = ad.renditions.filter { $0.kind == content.kind && $0.uri != nil }
        switch content.kind {
        case .subtitles:
            // Text in another language helps nobody.
            let spoken = own.filter { $0.isForced == content.isForced && Self.speaks($0.language, content.language) }
            return spoken.first?.uri.map { .playlist($0) } ?? .noText
        case .audio, .video:
            if let best = best(own, for: content)?.uri { return .playlist(best) }
            guard content.kind == .audio else { return .unsuitable }
            // A version that is only sound is as good as a rendition.
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
            // More channels than the content's renditions have might find no decoder.
            if let many = rendition.channelCount, let most = content.channelCount, many > most { rank -= 5 }
            if rendition.isDefault { rank += 1 }
            return rank
        }
        return renditions.enumerated().max { (rank($0.element), $1.offset) < (rank($1.element), $0.offset) }?.element
    }

    /// Whether two languages are one, when only one of them names a region too.
    private static func speaks(_ language: String?, _ wanted: String?) -> Bool {
        guard let language = language?.lowercased(), let wanted = wanted?.lowercased() else { return language == nil && wanted == nil }
        return language == wanted || language.hasPrefix(wanted + "-") || wanted.hasPrefix(language + "-")
    }
}
