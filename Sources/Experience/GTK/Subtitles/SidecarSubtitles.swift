// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia
public import WindowboxPlayer

/// Subtitle files that lie beside a film and belong to it, by their names: `film.srt`, `film.de.forced.srt`, `Subs/2_English.srt`.
enum SidecarSubtitles {
    struct Match: Hashable {
        /// Below the film's folder.
        var path: String
        /// BCP 47; nil when the name does not tell.
        var language: String?
        var isForced = false
        /// It is named as the film is, and no more.
        var isPlain = false

        /// What menus call it.
        var title: String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard let language, let words = LanguageName.of(language) else { return name }
            return "\(words) · \(name)"
        }
    }

    /// A folder's name and the names of what is in it.
    struct Folder: Hashable {
        var name: String
        var files: [String]
    }

    private static let kinds: Set = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp", "scc", "mcc", "sub", "sup"]
    private static let films: Set = [
        "mkv", "mp4", "m4v", "mov", "avi", "webm", "ts", "m2ts", "mts", "mpg", "mpeg", "ogv", "ogm", "flv", "wmv", "vob", "3gp", "divx",
        "asf",
    ]
    private static let folders: Set = ["subs", "sub", "subtitles"]
    private static let flags: Set = ["forced", "foreign", "sdh", "cc", "hi", "full", "default", "sub", "subs", "subtitles"]
    /// More than a person would look through.
    static let most = 16

    /// - Parameters:
    ///   - film: the name of its file.
    ///   - files: the names of all files in its folder.
    ///   - folders: those beside it.
    /// - Returns: at most ``most``, the plain ones first, then in the order of their names.
    static func matches(film: String, files: [String], folders: [Folder]) -> [Match] {
        let stem = split(film).stem
        let isAlone = files.count { films.contains(split($0).kind) } <= 1
        var found = files.compactMap { match($0, path: $0, of: stem, takesAny: false) }
        for folder in folders where Self.folders.contains(folder.name.split(separator: "/")[0].lowercased()) {
            let parts = folder.name.split(separator: "/")
            let isOwn = parts.count == 2 && parts[1].lowercased() == stem.lowercased()
            guard parts.count == 1 || isOwn else { continue }
            found += folder.files.compactMap { match($0, path: folder.name + "/" + $0, of: stem, takesAny: isOwn || isAlone) }
        }
        return Array(found.sorted { ($0.isPlain ? 0 : 1, $0.path) < ($1.isPlain ? 0 : 1, $1.path) }.prefix(most))
    }

    private static func split(_ name: String) -> (stem: String, kind: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
    }

    /// - Parameter takesAny: its folder says that it belongs to the film; else its name must.
    private static func match(_ name: String, path: String, of film: String, takesAny: Bool) -> Match? {
        let (stem, kind) = split(name)
        guard kinds.contains(kind) else { return nil }
        if stem.lowercased() == film.lowercased() { return Match(path: path, isPlain: true) }
        let isNamed = stem.lowercased().hasPrefix(film.lowercased())
        guard isNamed || takesAny else { return nil }
        let rest = isNamed ? stem.dropFirst(film.count) : stem[...]
        // `Alien` has nothing of `Aliens`.
        guard takesAny || rest.first.map({ !$0.isLetter && !$0.isNumber }) == true else { return nil }
        // Tags have hyphens inside, and titles before and behind them.
        let words = rest.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { $0.lowercased().trimmingCharacters(in: ["-"]) }
            .filter { !$0.isEmpty }
        var match = Match(path: path)
        for word in words {
            if flags.contains(word), word != "hi" || match.language != nil {
                if word == "forced" || word == "foreign" { match.isForced = true }
            } else if match.language == nil, let language = language(word) {
                match.language = language
            } else if !takesAny {
                // `Alien.Resurrection.srt` is another film's.
                return nil
            }
        }
        return match
    }

    /// A tag, or a language's name in English or in itself.
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

    /// Which of them is shown without being asked for.
    /// - Parameters:
    ///   - spoken: the language of the sound; nil when unknown.
    ///   - userLanguages: BCP 47, what the person reads and understands.
    static func choice(
        of matches: [Match], for preferences: MediaPreferences, spoken: String?, userLanguages: [String]
    ) -> Int? {
        func place(_ languages: [String], isForced: Bool) -> Int? {
            for language in languages.compactMap({ LanguageTag($0)?.language }) {
                let place = matches.firstIndex { $0.isForced == isForced && $0.language.flatMap { LanguageTag($0)?.language } == language }
                if let place { return place }
            }
            return nil
        }
        let wanted = preferences.legibleLanguages + userLanguages
        switch preferences.legible {
        case .off: return nil
        case .always:
            return place(wanted, isForced: false) ?? matches.firstIndex(where: \.isPlain) ?? matches.firstIndex { !$0.isForced }
        case .automatic:
            let understood = Set(userLanguages.compactMap { LanguageTag($0)?.language })
            if let spoken = spoken.flatMap({ LanguageTag($0)?.language }), !understood.contains(spoken),
                let place = place(wanted, isForced: false)
            {
                return place
            }
            // Whoever named a file as the film wants to see it.
            return matches.firstIndex(where: \.isPlain) ?? place(userLanguages, isForced: true)
        }
    }

    /// Looks beside a film.
    /// - Parameter film: the path of its file.
    @concurrent static func look(beside film: String) async -> [Match] {
        let folder = (film as NSString).deletingLastPathComponent
        func names(_ path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
        let files = names(folder)
        let stem = split((film as NSString).lastPathComponent).stem
        var found: [Folder] = []
        for name in files where folders.contains(name.lowercased()) {
            let inside = names(folder + "/" + name)
            found.append(Folder(name: name, files: inside))
            for own in inside where own.lowercased() == stem.lowercased() {
                found.append(Folder(name: name + "/" + own, files: names(folder + "/" + name + "/" + own)))
            }
        }
        return matches(film: (film as NSString).lastPathComponent, files: files, folders: found)
    }
}

extension PlayerModel {
    /// Offers the subtitle files that lie beside a film, and shows the one that the person's preferences ask for. Files without subtitles are
    /// passed over. Returns when they were read.
    /// - Parameters:
    ///   - film: the path of the item's file.
    ///   - userLanguages: BCP 47, what the person reads and understands.
    public func offerSubtitles(
        beside film: String, for item: PlayerItem, preferences: MediaPreferences, userLanguages: [String]
    ) async {
        let matches = await SidecarSubtitles.look(beside: film)
        guard !matches.isEmpty else { return }
        let spoken: String? = if case .on(let track) = player.currentMediaOption(for: .audible) { track.language } else { nil }
        let choice = SidecarSubtitles.choice(of: matches, for: preferences, spoken: spoken, userLanguages: userLanguages)
        let folder = (film as NSString).deletingLastPathComponent
        for (place, match) in matches.enumerated() {
            guard var file = try? await SubtitleFile.read(folder + "/" + match.path) else { continue }
            guard player.items.contains(item) else { return }
            file.name = match.title
            captions.offer(file, to: item, isShown: place == choice)
        }
        captions.update()
    }
}
