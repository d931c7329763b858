// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec
import WindowboxMedia
public import WindowboxPlayer

/// Finds subtitle files that belong to a media file, by name: `film.srt`, `film.de.forced.srt`, `Subs/2_English.srt`.
enum SidecarSubtitles {
    struct Match: Hashable {
        /// Path relative to the media file's folder.
        var path: String
        /// BCP 47; nil if the name doesn't say.
        var language: String?
        var isForced = false
        /// The name equals the media file's name, without suffixes.
        var isPlain = false
        /// The number of the language in a file that has several; nil for other files.
        var track: Int?

        /// The title in menus.
        var title: String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard let language, let words = LanguageName.of(language) else { return name }
            return "\(words) · \(name)"
        }
    }

    /// A folder's name and the names of its files.
    struct Folder: Hashable {
        var name: String
        var files: [String]
    }

    private static let kinds: Set = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp", "scc", "mcc", "sub", "idx", "sup"]
    private static let videoExtensions: Set = [
        "mkv", "mp4", "m4v", "mov", "avi", "webm", "ts", "m2ts", "mts", "mpg", "mpeg", "ogv", "ogm", "flv", "wmv", "vob", "3gp", "divx",
        "asf",
    ]
    private static let folders: Set = ["subs", "sub", "subtitles"]
    private static let flags: Set = ["forced", "foreign", "sdh", "cc", "hi", "full", "default", "sub", "subs", "subtitles"]
    /// Maximum number of results.
    static let maxMatches = 16

    /// Whether a file of this name is a video.
    static func isVideo(_ name: String) -> Bool { videoExtensions.contains(split(name).kind) }

    /// Whether a folder of this name may contain subtitles.
    static func isFolder(_ name: String) -> Bool { folders.contains(name.lowercased()) }

    /// - Parameters:
    ///   - video: the media file's name.
    ///   - files: the names of all files in its folder.
    ///   - folders: the subfolders of that folder.
    /// - Returns: at most ``maxMatches`` matches, plain ones first, then sorted by name.
    static func matches(video: String, files: [String], folders: [Folder]) -> [Match] {
        let stem = split(video).stem
        let isAlone = files.count { videoExtensions.contains(split($0).kind) } <= 1
        var found = withoutStreams(files).compactMap { match($0, path: $0, of: stem, takesAny: false) }
        for folder in folders where Self.folders.contains(folder.name.split(separator: "/")[0].lowercased()) {
            let parts = folder.name.split(separator: "/")
            let isOwn = parts.count == 2 && parts[1].lowercased() == stem.lowercased()
            guard parts.count == 1 || isOwn else { continue }
            found += withoutStreams(folder.files).compactMap {
                match($0, path: folder.name + "/" + $0, of: stem, takesAny: isOwn || isAlone)
            }
        }
        return Array(found.sorted { ($0.isPlain ? 0 : 1, $0.path) < ($1.isPlain ? 0 : 1, $1.path) }.prefix(maxMatches))
    }

    /// Leaves out the `.sub` files of DVD subtitles, which belong to their `.idx` files.
    private static func withoutStreams(_ files: [String]) -> [String] {
        let indices = Set(files.map(split).filter { $0.kind == "idx" }.map { $0.stem.lowercased() })
        return files.filter { split($0).kind != "sub" || !indices.contains(split($0).stem.lowercased()) }
    }

    /// The languages of an index of DVD subtitles, the default one first; a single match for other files.
    private static func languages(of match: Match, in folder: String) -> [Match] {
        guard split(match.path).kind == "idx" else { return [match] }
        guard let index = try? VobSubPair.index(folder + "/" + match.path) else { return [] }
        let isDefault = index.languages.map { $0.number == index.defaultNumber }
        let order = index.languages.indices.filter { isDefault[$0] } + index.languages.indices.filter { !isDefault[$0] }
        return order.map { track in
            var match = match
            match.track = track
            match.language = index.languages[track].language.flatMap { LanguageTag($0)?.description } ?? match.language
            return match
        }
    }

    private static func split(_ name: String) -> (stem: String, kind: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
    }

    /// - Parameter takesAny: whether the folder alone ties the file to the media; otherwise its name must match.
    private static func match(_ name: String, path: String, of video: String, takesAny: Bool) -> Match? {
        let (stem, kind) = split(name)
        guard kinds.contains(kind) else { return nil }
        if stem.lowercased() == video.lowercased() { return Match(path: path, isPlain: true) }
        let isNamed = stem.lowercased().hasPrefix(video.lowercased())
        guard isNamed || takesAny else { return nil }
        let rest = isNamed ? stem.dropFirst(video.count) : stem[...]
        // `Alien` must not match `Aliens`.
        guard takesAny || rest.first.map({ !$0.isLetter && !$0.isNumber }) == true else { return nil }
        // Language tags contain hyphens; titles have them as separators at either end of a word.
        let words = rest.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { $0.lowercased().trimmingCharacters(in: ["-"]) }
            .filter { !$0.isEmpty }
        var match = Match(path: path)
        for word in words {
            if flags.contains(word), word != "hi" || match.language != nil {
                if word == "forced" || word == "foreign" { match.isForced = true }
            } else if match.language == nil, let language = language(word) {
                match.language = language
            } else if !takesAny {
                // `Alien.Resurrection.srt` belongs to another film.
                return nil
            }
        }
        return match
    }

    /// Parses a language tag, or a language's name in English or in the language itself.
    private static func language(_ word: String) -> String? {
        if let named = names[word] { return named }
        guard word.count <= 8, let tag = LanguageTag(word), LanguageName.of(word) != nil else { return nil }
        return tag.description
    }

    private static let names: [String: String] = LanguageName.all.reduce(into: [:]) { names, language in
        names[language.name.lowercased()] = language.tag
        guard let tag = LanguageTag(language.tag), let native = LanguageName.native(tag)?.lowercased() else { return }
        names[native] = names[native] ?? language.tag
    }

    /// The match to show automatically; nil for none.
    /// - Parameters:
    ///   - spoken: language of the audio; nil if unknown.
    ///   - userLanguages: BCP 47 tags of the languages that the user understands.
    static func choice(
        of matches: [Match], for preferences: MediaPreferences, spoken: String?, userLanguages: [String]
    ) -> Int? {
        func firstMatch(in languages: [String], isForced: Bool) -> Int? {
            for language in languages.compactMap({ LanguageTag($0)?.language }) {
                let index = matches.firstIndex { $0.isForced == isForced && $0.language.flatMap { LanguageTag($0)?.language } == language }
                if let index { return index }
            }
            return nil
        }
        let languages = preferences.legibleLanguages + userLanguages
        /// The file named like the media file; of several languages in it the preferred one.
        func plain() -> Int? {
            let tags = languages.compactMap { LanguageTag($0)?.language }
            let candidates = matches.indices.filter { matches[$0].isPlain }
            return tags.lazy.compactMap { tag in candidates.first { matches[$0].language.flatMap { LanguageTag($0)?.language } == tag } }
                .first
                ?? candidates.first
        }
        switch preferences.legible {
        case .off: return nil
        case .always:
            return firstMatch(in: languages, isForced: false) ?? plain() ?? matches.firstIndex { !$0.isForced }
        case .automatic:
            let understood = Set(userLanguages.compactMap { LanguageTag($0)?.language })
            if let spoken = spoken.flatMap({ LanguageTag($0)?.language }), !understood.contains(spoken),
                let index = firstMatch(in: languages, isForced: false)
            {
                return index
            }
            // A file with exactly the video's name was put there to be used.
            return plain() ?? firstMatch(in: userLanguages, isForced: true)
        }
    }

    /// Looks for subtitle files next to a media file.
    /// - Parameter video: path of the media file.
    @concurrent static func find(beside video: String) async -> [Match] {
        let folder = (video as NSString).deletingLastPathComponent
        func names(_ path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
        let files = names(folder)
        let stem = split((video as NSString).lastPathComponent).stem
        var found: [Folder] = []
        for name in files where folders.contains(name.lowercased()) {
            let inside = names(folder + "/" + name)
            found.append(Folder(name: name, files: inside))
            for own in inside where own.lowercased() == stem.lowercased() {
                found.append(Folder(name: name + "/" + own, files: names(folder + "/" + name + "/" + own)))
            }
        }
        let matches = matches(video: (video as NSString).lastPathComponent, files: files, folders: found)
        return Array(matches.flatMap { languages(of: $0, in: folder) }.prefix(maxMatches))
    }
}

extension PlayerModel {
    /// Offers the subtitle files next to a media file and selects the one that matches the user's preferences. Files without
    /// subtitles are skipped. Returns after all have been read.
    /// - Parameters:
    ///   - video: path of the item's file.
    ///   - userLanguages: BCP 47 tags of the languages that the user understands.
    public func offerSubtitles(
        beside video: String, for item: PlayerItem, preferences: MediaPreferences, userLanguages: [String]
    ) async {
        let matches = await SidecarSubtitles.find(beside: video)
        guard !matches.isEmpty else { return }
        let spoken: String? = if case .on(let track) = player.currentMediaOption(for: .audible) { track.language } else { nil }
        let choice = SidecarSubtitles.choice(of: matches, for: preferences, spoken: spoken, userLanguages: userLanguages)
        let folder = (video as NSString).deletingLastPathComponent
        for (index, match) in matches.enumerated() {
            guard var file = try? await SubtitleFile.read(folder + "/" + match.path, track: match.track) else { continue }
            guard player.items.contains(item) else { return }
            file.name = match.title
            captions.offer(file, to: item, isShown: index == choice)
        }
        captions.update()
    }
}
