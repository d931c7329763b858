// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Determines the tracks that an item offers and the selected ones, purely from preferences.
struct MediaSelectionRule: Hashable {
    /// The user's preferences, stored permanently.
    var preferences = MediaPreferences()
    /// The application's preferences; each is valid until the user makes a selection.
    var applications: [MediaCharacteristic: MediaSelectionPreference] = [:]
    /// BCP 47 tags of languages that the user understands, in order of preference.
    var userLanguages: [String] = []

    // MARK: Lists

    static func options(_ characteristic: MediaCharacteristic, of presentation: Presentation?) -> [MediaOption] {
        guard let presentation else { return [] }
        func options(_ renditions: [Presentation.Rendition]) -> [MediaOption] {
            renditions.enumerated().map { MediaOption(characteristic, index: $0.offset, $0.element) }
        }
        switch characteristic {
        case .audible: return options(presentation.audio)
        case .legible:
            // An unknown service can't be displayed.
            return options(presentation.subtitles) + options(presentation.closedCaptions).filter { $0.closedCaptions != nil }
        }
    }

    /// The options offered to the user; empty if there is nothing to choose.
    /// - Parameter chosen: listed in preference to others of the same kind and language.
    func menu(
        _ characteristic: MediaCharacteristic, of presentation: Presentation?, including chosen: MediaOption? = nil
    ) -> [MediaSelectionOption] {
        let options = Self.options(characteristic, of: presentation).filter(\.isSelectable)
        switch characteristic {
        case .audible: return options.count < 2 ? [] : options.sorted(by: MediaOption.inOrder).map { .on($0) }
        case .legible:
            let listed = onePerLanguage(options, including: chosen).sorted(by: MediaOption.inOrder)
            return listed.isEmpty ? [] : [.automatic, .off] + listed.map { .on($0) }
        }
    }

    /// Among several subtitles in one language, lists those of the user's preferred kind, and among those of one kind the author's default
    /// or the first.
    ///
    /// Tracks without a language may be in any language, so all of them are listed.
    private func onePerLanguage(_ options: [MediaOption], including chosen: MediaOption?) -> [MediaOption] {
        let preferred = options.filter { option in
            option.describesSound == preferences.prefersDescribedSound
                || !options.contains {
                    $0.tag == option.tag && $0.content == option.content && $0.describesSound == preferences.prefersDescribedSound
                }
        }
        return preferred.enumerated().filter { index, option in
            guard option.tag != nil, option != chosen else { return true }
            let others = preferred.enumerated().filter { $0.element.tag == option.tag && $0.element.isSameKind(as: option) }
            let first = others.first { $0.element == chosen } ?? others.first { $0.element.isDefault } ?? others.first
            return first?.offset == index
        }.map(\.element)
    }

    // MARK: Selection

    /// The tracks of an item without a selection. No audio option leaves the audio to the stream; no text option shows no text.
    func tracks(of presentation: Presentation) -> (audible: MediaOption?, legible: MediaOption?) {
        let audible = audible(of: presentation)
        return (audible, legible(of: presentation, with: audible))
    }

    func audible(of presentation: Presentation) -> MediaOption? {
        let options = Self.options(.audible, of: presentation)
        switch applications[.audible] ?? .automatic {
        case .off: return nil
        case .on(let languages): return best(of: options, for: languages, described: preferences.prefersDescribedVideo)
        case .automatic:
            let languages = preferences.audibleLanguages + userLanguages
            return best(of: options, for: languages, described: preferences.prefersDescribedVideo)
        }
    }

    /// - Parameter audible: the selected audio; nil is the stream's default.
    func legible(of presentation: Presentation, with audible: MediaOption?) -> MediaOption? {
        let options = Self.options(.legible, of: presentation)
        let sound = audible ?? Self.streamsOwn(of: Self.options(.audible, of: presentation))
        let forced = options.first { $0.isForced && $0.tag?.language == sound?.tag?.language && sound?.tag != nil }
        switch applications[.legible] {
        case .off: return forced
        case .on(let languages): return subtitles(options, for: languages) ?? forced
        case .automatic: return automatic(options, sound) ?? forced
        case nil: break
        }
        switch preferences.legible {
        case .off: return forced
        case .always: return subtitles(options, for: preferences.legibleLanguages + userLanguages) ?? unnamed(options) ?? forced
        case .automatic: return automatic(options, sound) ?? forced
        }
    }

    /// The spoken text: subtitles in the audio's language, or in the user's.
    func transcript(of presentation: Presentation, with audible: MediaOption?) -> MediaOption? {
        let options = Self.options(.legible, of: presentation)
        let spoken = (audible ?? Self.streamsOwn(of: Self.options(.audible, of: presentation)))?.language
        return subtitles(options, for: (spoken.map { [$0] } ?? []) + userLanguages) ?? unnamed(options)
            // If the spoken language is unknown, the stream's default is as good as any.
            ?? (spoken == nil ? Self.streamsOwn(of: options.filter { !$0.isForced }) : nil)
    }

    /// Text in the user's language if the audio is in another one.
    private func automatic(_ options: [MediaOption], _ sound: MediaOption?) -> MediaOption? {
        guard let spoken = sound?.tag else { return nil }
        let understood = userLanguages.compactMap { LanguageTag($0)?.language }
        if understood.contains(spoken.language) { return nil }
        return subtitles(options, for: userLanguages)
    }

    /// Embedded captions without a stated language, which usually is that of the audio.
    private func unnamed(_ options: [MediaOption]) -> MediaOption? { options.first { $0.closedCaptions != nil && $0.tag == nil } }

    private func subtitles(_ options: [MediaOption], for languages: [String]) -> MediaOption? {
        let full = options.filter { !$0.isForced }
        guard let index = LanguageTag.best(for: languages.compactMap { LanguageTag($0) }, among: full.map { $0.tag ?? .undetermined })
        else { return nil }
        let inLanguage = full.filter { $0.tag == full[index].tag }
        let dialogue = inLanguage.filter { $0.content == nil }
        let sameLanguage = dialogue.isEmpty ? inLanguage : dialogue
        return sameLanguage.first { $0.describesSound == preferences.prefersDescribedSound && $0.isDefault }
            ?? sameLanguage.first { $0.describesSound == preferences.prefersDescribedSound } ?? sameLanguage.first
    }

    private func best(of options: [MediaOption], for languages: [String], described: Bool) -> MediaOption? {
        let tags = options.map { $0.tag ?? .undetermined }
        guard let index = LanguageTag.best(for: languages.compactMap { LanguageTag($0) }, among: tags) else { return nil }
        let sameLanguage = options.filter { $0.tag == options[index].tag }
        return sameLanguage.first { $0.describesVideo == described && $0.isDefault }
            ?? sameLanguage.first { $0.describesVideo == described } ?? sameLanguage.first
    }

    /// What a stream plays by default.
    private static func streamsOwn(of options: [MediaOption]) -> MediaOption? { options.first(where: \.isDefault) ?? options.first }
}

extension LanguageTag {
    fileprivate static let undetermined = LanguageTag("und")!
}
