// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamCatalogue {
    /// The best audio rendition of a group: by language first, then the author's default, then AUTOSELECT. Renditions with special
    /// characteristics, such as audio descriptions, are used only if nothing else is left.
    func preferredAudio(_ group: String, pathway: String, languages: [String], channels: Int?) -> Int? {
        var candidates: [Int] = []
        for index in audio.indices where audio[index].source(group: group, pathway: pathway) != nil { candidates.append(index) }
        let language = Self.language(of: candidates, in: audio, preferred: languages)
        var best: Int?
        var bestScore = -1
        for index in candidates {
            let rendition = audio[index]
            var score = 0
            if let language, rendition.description.language == language { score += 100 }
            if rendition.description.isDefault { score += 20 }
            if rendition.isAutoselect { score += 10 }
            if rendition.description.characteristics.isEmpty { score += 30 }
            if let channels, let has = rendition.source(group: group, pathway: pathway)?.channels, has <= channels { score += 5 }
            if score > bestScore {
                bestScore = score
                best = index
            }
        }
        return best
    }

    /// Subtitles in a preferred language, else forced ones in the audio's language.
    func preferredSubtitles(languages: [String], audio: String?) -> Int? {
        var full: [Int] = []
        var forced: [Int] = []
        for (index, rendition) in subtitles.enumerated() {
            if !rendition.description.isForced {
                full.append(index)
            } else if let audio, rendition.description.language == audio {
                forced.append(index)
            }
        }
        guard let language = Self.language(of: full, in: subtitles, preferred: languages) else { return forced.first }
        var best: Int?
        for index in full where subtitles[index].description.language == language {
            if best == nil || subtitles[index].description.isDefault {
                best = best.map { subtitles[$0].description.isDefault ? $0 : index } ?? index
            }
        }
        return best
    }

    private static func language(of candidates: [Int], in list: [RenditionEntry], preferred: [String]) -> String? {
        guard !preferred.isEmpty else { return nil }
        var tags: [LanguageTag] = []
        var texts: [String] = []
        for index in candidates {
            guard let text = list[index].description.language, let tag = LanguageTag(text) else { continue }
            tags.append(tag)
            texts.append(text)
        }
        var preferredTags: [LanguageTag] = []
        for language in preferred { if let tag = LanguageTag(language) { preferredTags.append(tag) } }
        return LanguageTag.best(for: preferredTags, among: tags).map { texts[$0] }
    }
}
