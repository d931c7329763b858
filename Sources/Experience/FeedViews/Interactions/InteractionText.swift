// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

/// A bar in the results of a poll.
struct ResultBar: Hashable {
    var text: String
    /// Whole per cent; all bars add up to 100 if there are any answers.
    var percent: Int
    var isOwn: Bool
    var isRight: Bool

    /// - Returns: no bars if the results aren't public.
    static func bars(_ game: LiveGame) -> [ResultBar] {
        let options = game.interaction.options
        guard let choices = game.interaction.results?.choices, !choices.isEmpty else { return [] }
        let counts = options.map { max(0, choices[$0.id] ?? 0) }
        return zip(options, percents(counts)).map { option, percent in
            ResultBar(
                text: DisplayText.clean(option.text, limit: 120), percent: percent, isOwn: option.id == game.ownEntry?.optionID,
                isRight: option.correct == true)
        }
    }

    /// Rounds by the largest remainder method, so that the sum is 100.
    static func percents(_ counts: [Int]) -> [Int] {
        let total = counts.reduce(0) { $0.addingReportingOverflow($1).partialValue }
        guard total > 0 else { return counts.map { _ in 0 } }
        let exact = counts.map { Double($0) * 100 / Double(total) }
        var result = exact.map { Int($0.rounded(.down)) }
        let order = exact.indices.sorted {
            let (left, right) = (exact[$0] - exact[$0].rounded(.down), exact[$1] - exact[$1].rounded(.down))
            return left == right ? $0 < $1 : left > right
        }
        for index in order.prefix(max(0, 100 - result.reduce(0, +))) { result[index] += 1 }
        return result
    }
}

/// The texts of a poll, question or game.
struct InteractionText: Hashable {
    enum Stage: Hashable {
        /// Open for participation.
        case open
        /// A link, which only has a button.
        case link(String)
        /// Closed: thanks or results.
        case done
    }

    var kind: String
    var prompt: String
    var stage: Stage
    var bars: [ResultBar]
    /// Additional sentences, in order.
    var lines: [String]
    var hasWon: Bool

    init(_ game: LiveGame, _ texts: FeedLanguage) {
        let interaction = game.interaction
        kind = texts.text(of: interaction.type)
        prompt = DisplayText.clean(interaction.prompt, limit: 300)
        if interaction.type == .link, let url = interaction.url {
            stage = .link(url)
        } else {
            stage = game.isOpen && !game.hasEntered ? .open : .done
        }
        bars = stage == .done ? ResultBar.bars(game) : []
        hasWon = game.hasWon
        lines = []
        guard stage == .done else { return }
        if game.hasWon { lines.append(texts.text(.youWon)) }
        if game.ownEntry != nil {
            lines.append(texts.text(.thanks))
        } else if game.hasEnteredBefore {
            lines.append(texts.text(.alreadyEntered))
        }
        if !game.isOpen { lines.append(texts.text(.interactionOver)) }
        if let results = interaction.results, results.entries > 0 {
            if let correct = results.correct {
                lines.append(texts.text(.correctOf, ["correct": "\(correct)", "total": "\(results.entries)"]))
            } else {
                lines.append(texts.text(.answers, count: results.entries))
            }
        }
        if !game.winners.isEmpty {
            let names = game.winners.prefix(10).map { DisplayText.isolated(DisplayText.clean($0, limit: 40)) }
            lines.append(texts.text(.winners, ["names": names.joined(separator: ", ")]))
        }
    }
}

extension FeedLanguage {
    func text(of bar: ResultBar) -> String {
        let answer = DisplayText.isolated(bar.text)
        if bar.isRight { return text(.rightAnswer, ["answer": answer]) }
        return bar.isOwn ? text(.ownAnswer, ["answer": answer]) : bar.text
    }
}
