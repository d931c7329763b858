// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Which tracks an item offers, and which of them is chosen, from wishes alone.
struct MediaSelectionRule: Hashable {
    /// The person's, kept beyond this program.
    var preferences = MediaPreferences()
    /// The application's; each is in force until the person chooses.
    var applications: [MediaCharacteristic: MediaSelectionPreference] = [:]
    /// BCP 47, most wanted first: what the person reads and understands.
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
            // A service that is not known can't be read.
            return options(presentation.subtitles) + options(presentation.closedCaptions).filter { $0.closedCaptions != nil }
        }
    }

    /// What a person is offered; empty where there is nothing to choose.
    /// - Parameter chosen: is the one that is offered of several of its kind and language.
    func menu(
        _ characteristic: MediaCharacteristic, of presentation: Presentation?, including chosen: MediaOption? = nil
    ) -> [MediaSelectionOption] {
        let options = Self.options(characteristic, of: presentation).filter { !$0.isForced }
        switch characteristic {
        case .audible: return options.count < 2 ? [] : options.sorted(by: MediaOption.inOrder).map { .on($0) }
        case .legible:
            let listed = onePerLanguage(options, including: chosen).sorted(by: MediaOption.inOrder)
            return listed.isEmpty ? [] : [.automatic, .off] + listed.map { .on($0) }
        }
    }

    /// Of several subtitles in one language the person's kind is listed, and of those of one kind the author's choice or the first.
    ///
    /// What names no language may be in any, and is listed as it is.
    private func onePerLanguage(_ options: [MediaOption], including chosen: MediaOption?) -> [MediaOption] {
        let wanted = options.filter { option in
            option.describesSound == preferences.prefersDescribedSound
                || !options.contains { $0.tag == option.tag && $0.describesSound == preferences.prefersDescribedSound }
        }
        return wanted.enumerated().filter { place, option in
            guard option.tag != nil, option != chosen else { return true }
            let others = wanted.enumerated().filter { $0.element.tag == option.tag && $0.element.isSameKind(as: option) }
            let first = others.first { $0.element == chosen } ?? others.first { $0.element.isDefault } ?? others.first
            return first?.offset == place
        }.map(\.element)
    }

    // MARK: Choices

    /// The tracks to play of an item that nothing was chosen for yet; nil leaves the sound to the stream, and shows no text.
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

    /// - Parameter audible: the sound that is chosen; nil is the stream's own choice.
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

    /// What was said, as text: in the language of the sound, or in the person's.
    func transcript(of presentation: Presentation, with audible: MediaOption?) -> MediaOption? {
        let options = Self.options(.legible, of: presentation)
        let spoken = (audible ?? Self.streamsOwn(of: Self.options(.audible, of: presentation)))?.language
        return subtitles(options, for: (spoken.map { [$0] } ?? []) + userLanguages) ?? unnamed(options)
            // Where nothing says what is spoken, the stream's first choice is as good as any.
            ?? (spoken == nil ? Self.streamsOwn(of: options.filter { !$0.isForced }) : nil)
    }

    /// Text in the person's language, where the sound is in another.
    private func automatic(_ options: [MediaOption], _ sound: MediaOption?) -> MediaOption? {
        guard let spoken = sound?.tag else { return nil }
        let understood = userLanguages.compactMap { LanguageTag($0)?.language }
        if understood.contains(spoken.language) { return nil }
        return subtitles(options, for: userLanguages)
    }

    /// Captions inside pictures that nothing says the language of: mostly that of the sound.
    private func unnamed(_ options: [MediaOption]) -> MediaOption? { options.first { $0.closedCaptions != nil && $0.tag == nil } }

    private func subtitles(_ options: [MediaOption], for languages: [String]) -> MediaOption? {
        let full = options.filter { !$0.isForced }
        guard let index = LanguageTag.best(for: languages.compactMap { LanguageTag($0) }, among: full.map { $0.tag ?? .undetermined })
        else { return nil }
        let sameLanguage = full.filter { $0.tag == full[index].tag }
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

    /// What a stream plays when no one chooses.
    private static func streamsOwn(of options: [MediaOption]) -> MediaOption? { options.first(where: \.isDefault) ?? options.first }
}

extension LanguageTag {
    fileprivate static let undetermined = LanguageTag("und")!
}
