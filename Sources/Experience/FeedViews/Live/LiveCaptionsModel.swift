// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxFeed
import WindowboxGTK

/// Live captions of a page: which language to show, if any.
@MainActor @Observable final class LiveCaptionsModel {
    enum Choice: Hashable {
        /// The viewer's language, or any other, unless the stream has embedded captions.
        case automatic
        case off
        /// BCP 47.
        case language(String)
    }

    /// The captions of the current stream; empty for other items.
    var captions = LiveCaptions()
    /// Kept when the item changes.
    var choice = Choice.automatic

    /// - Parameter hasOwn: whether the stream has embedded captions.
    func text(hasOwn: Bool, in language: FeedLanguage) -> String {
        guard let line = line(hasOwn: hasOwn, in: language) else { return "" }
        return DisplayText.clean(line.text, limit: 500)
    }

    private func line(hasOwn: Bool, in language: FeedLanguage) -> LiveCaptions.Line? {
        switch choice {
        case .off: nil
        case .automatic: hasOwn ? nil : captions.line(for: [language.tag])
        case .language(let tag): captions.line(for: [tag, language.tag])
        }
    }

    /// Combines the stream's embedded captions, or an “off” entry if there are none, with the live captions.
    func choices(_ own: Choices, in language: FeedLanguage) -> Choices {
        guard !captions.lines.isEmpty else { return own }
        let hasOwn = own.titles.count > 1
        let first = hasOwn ? own.titles : [language.text(.captionsOff)]
        let read = line(hasOwn: hasOwn, in: language).flatMap { line in captions.lines.firstIndex { $0.language == line.language } }
        let titles = captions.lines.map { Self.name(of: $0.language, in: language) }
        return Choices(first + titles, selection: read.map { first.count + $0 } ?? (hasOwn ? own.selection : 0))
    }

    /// Applies a choice.
    /// - Parameter index: of ``choices(_:in:)``.
    /// - Returns: the index to select in the stream's own captions; nil to leave them.
    func choose(_ index: Int, own: Choices) -> Int? {
        let hasOwn = own.titles.count > 1
        let first = hasOwn ? own.titles.count : 1
        guard captions.lines.indices.contains(index - first) else {
            choice = hasOwn && own.titles[index] != "Off" ? .automatic : .off
            return hasOwn ? index : nil
        }
        choice = .language(captions.lines[index - first].language)
        // Don't show both at once.
        return hasOwn ? own.titles.firstIndex(of: "Off") : nil
    }

    private static func name(of tag: String, in language: FeedLanguage) -> String {
        DisplayText.clean(Locale(identifier: language.tag).localizedString(forIdentifier: tag) ?? tag, limit: 60)
    }
}

extension FeedPlayerPage {
    /// Shows live captions in place of the stream's captions, in the same style.
    func followSpokenWords() {
        let (spoken, context, sdk) = (context.spoken, context, host.sdk)
        bind(to: { [state] in
            ShownWords(
                text: spoken.text(hasOwn: (context.model?.choices(of: .subtitles).titles.count ?? 0) > 1, in: sdk.language),
                item: state.shown)
        }) { page, words in
            for slide in page.pool.slides { slide.captions.spoken = slide === page.slide ? words.text : "" }
        }
    }

    private struct ShownWords: Equatable {
        var text: String
        /// A new item has a new slide.
        var item: ShownItem?
    }
}
