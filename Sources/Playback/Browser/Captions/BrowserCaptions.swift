// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The closed captions inside the video. The page lists them as subtitles, after those that have playlists.
///
/// They are read from the first frame on if the playlist announces them, otherwise from their discovery on. So they are available at
/// once when the viewer selects them later.
struct BrowserCaptions: Sendable {
    private var presentation: Presentation?
    private var found: [Presentation.Rendition] = []
    /// The displayed channel.
    private var chosen: String?
    /// The viewer has chosen, rather than the language preferences.
    private var isViewers = false
    private var hasChanged = false
    private var isReading = false
    private var searched = 0
    private var cues: [CaptionCue] = []
    private let languages: [String]
    private static let maxCues = 4000
    /// How many bytes of video are searched for unannounced captions.
    private static let maxSearched = 4 << 20

    /// - Parameter languages: BCP 47; captions in one of them are on. Empty if none are wanted.
    init(languages: [String]) { self.languages = languages }

    private var renditions: [Presentation.Rendition] {
        var list: [Presentation.Rendition] = []
        for rendition in (presentation?.closedCaptions ?? []) + found where rendition.channel.map(Self.isReadable) == true {
            if !list.contains(where: { $0.channel == rendition.channel }) { list.append(rendition) }
        }
        return list
    }

    /// CEA-708 is not supported.
    private static func isReadable(_ channel: String) -> Bool { channel.utf8.first == UInt8(ascii: "C") }

    // MARK: Messages to the page

    mutating func present(_ presentation: Presentation) -> [BrowserAction] {
        self.presentation = presentation
        var actions: [BrowserAction] = []
        if !isReading, !renditions.isEmpty {
            isReading = true
            actions.append(.readCaptions(initialization: []))
        }
        chooseByLanguage()
        return actions + announcement()
    }

    /// The presentation including the captions, and their cues if they were just selected.
    private mutating func announcement() -> [BrowserAction] {
        guard var presentation else { return [] }
        let list = renditions
        if let chosen, let index = list.firstIndex(where: { $0.channel == chosen }) {
            presentation.chosenSubtitles = presentation.subtitles.count + index
        }
        presentation.subtitles += list
        var actions: [BrowserAction] = [.presentation(presentation)]
        if hasChanged, chosen != nil {
            let shown = cues.filter { $0.channel == chosen }.map { $0.cue }
            if !shown.isEmpty { actions.append(.cues(shown)) }
        }
        hasChanged = false
        return actions
    }

    private mutating func chooseByLanguage() {
        guard !isViewers, chosen == nil, !languages.isEmpty, presentation?.chosenSubtitles == nil else { return }
        let list = renditions
        let preferred = languages.compactMap { LanguageTag($0) }
        var tags: [LanguageTag] = []
        var channels: [String] = []
        for rendition in list {
            guard let channel = rendition.channel, let tag = rendition.language.flatMap({ LanguageTag($0) }) else { continue }
            tags.append(tag)
            channels.append(channel)
        }
        let match = LanguageTag.best(for: preferred, among: tags).map { channels[$0] }
        guard let channel = match ?? list.first(where: { $0.language == nil })?.channel else { return }
        (chosen, hasChanged) = (channel, true)
    }

    // MARK: Choosing

    /// The viewer has selected subtitles or captions. Returns the selection for the session, which knows nothing of captions.
    mutating func select(_ index: Int?) -> Int? {
        isViewers = true
        let count = presentation?.subtitles.count ?? 0
        let channel = index.flatMap { index -> String? in
            let list = renditions
            return index >= count && index - count < list.count ? list[index - count].channel : nil
        }
        if channel != chosen { (chosen, hasChanged) = (channel, true) }
        return channel == nil ? index : nil
    }

    /// The presentation for the page if the choice changed and the session hasn't sent one.
    mutating func takeChange() -> [BrowserAction] { hasChanged ? announcement() : [] }

    // MARK: Reading

    /// Searches video that is about to be appended for unannounced captions.
    /// - Parameter initialization: the initialization segment of the source buffer.
    mutating func search(_ bytes: [UInt8], initialization: [UInt8]) -> [BrowserAction] {
        guard !isReading, searched < Self.maxSearched else { return [] }
        searched += bytes.count
        // The header of caption data in an SEI message (ATSC A/53 part 4, 6.2.3).
        let mark: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]
        var place = 0
        while place + mark.count <= bytes.count {
            guard bytes[place + 7] == 3, bytes[place] == 0xB5, bytes[place..<(place + mark.count)].elementsEqual(mark) else {
                place += 1
                continue
            }
            isReading = true
            return [.readCaptions(initialization: initialization)]
        }
        return []
    }

    mutating func read(_ result: CaptionResult) -> [BrowserAction] {
        var shown: [TextCue] = []
        for cue in result.cues {
            // Replaces the cue that was added before its end was known.
            cues.removeAll { $0.channel == cue.channel && $0.cue.range.start == cue.cue.range.start && $0.cue.text == cue.cue.text }
            cues.append(cue)
            if cue.channel == chosen { shown.append(cue.cue) }
        }
        if cues.count > Self.maxCues { cues.removeFirst(cues.count - Self.maxCues / 2) }
        var isNew = false
        for channel in result.channels where !renditions.contains(where: { $0.channel == channel }) {
            found.append(Presentation.Rendition(name: channel, channel: channel))
            isNew = true
        }
        if isNew {
            chooseByLanguage()
            return announcement() + (shown.isEmpty ? [] : [.cues(shown)])
        }
        return shown.isEmpty ? [] : [.cues(shown)]
    }
}
