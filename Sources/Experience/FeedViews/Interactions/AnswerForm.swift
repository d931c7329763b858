// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

/// The user's input for a poll, question or game, and its validation.
struct AnswerForm: Hashable {
    enum Problem: Hashable {
        case answerMissing, emailInvalid, termsNeeded, ageNeeded
        case alreadyEntered
        /// It ended in the meantime.
        case over
        case failed
    }

    let interaction: Interaction
    /// The index of the selected option.
    var option: Int?
    var answer = ""
    var email = ""
    var acceptsTerms = false
    var isOfAge = false

    init(_ interaction: Interaction) { self.interaction = interaction }

    var needsOption: Bool { !interaction.options.isEmpty }
    var needsAnswer: Bool { interaction.type == .question && !needsOption }
    var needsEmail: Bool { interaction.collectEmail }
    /// There are terms to accept; they may be optional.
    var offersTerms: Bool { interaction.terms != nil }
    /// Prizes can be won.
    var needsAge: Bool { interaction.type == .giveaway || interaction.type == .triviaGiveaway }
    /// Selecting an option is all that is needed.
    var isOneTap: Bool { needsOption && !needsEmail && !offersTerms && !needsAge }

    /// The entry to send, or the first problem.
    func entry() -> Result<EntryRequest, Reason> {
        var entry = EntryRequest()
        if needsOption {
            guard let option, interaction.options.indices.contains(option) else { return .failure(Reason(.answerMissing)) }
            entry.optionID = interaction.options[option].id
        }
        if needsAnswer {
            let text = answer.trimmed
            guard !text.isEmpty else { return .failure(Reason(.answerMissing)) }
            entry.answer = Self.cut(text, bytes: 2000)
        }
        if needsEmail {
            let address = email.trimmed
            guard Self.isEmail(address) else { return .failure(Reason(.emailInvalid)) }
            entry.email = address
        }
        if let terms = interaction.terms {
            if terms.required, !acceptsTerms { return .failure(Reason(.termsNeeded)) }
            entry.termsAccepted = acceptsTerms
        }
        if needsAge, !isOfAge { return .failure(Reason(.ageNeeded)) }
        return .success(entry)
    }

    struct Reason: Error, Hashable {
        let problem: Problem
        init(_ problem: Problem) { self.problem = problem }
    }

    /// Translates a service error to a problem.
    static func problem(_ error: ServiceError) -> Problem {
        switch error.apiCode {
        case .alreadyEntered: .alreadyEntered
        case .emailInvalid: .emailInvalid
        case .termsRequired: .termsNeeded
        case .invalidTransition: .over
        case .invalidField: .answerMissing
        default: .failed
        }
    }

    /// Performs the service's check of e-mail addresses in advance; the service has the final say.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count), !text.contains(where: \.isWhitespace) else {
            return false
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { (1...63).contains($0.utf8.count) }
    }

    private static func cut(_ text: String, bytes: Int) -> String {
        var result = ""
        for character in text {
            guard result.utf8.count + String(character).utf8.count <= bytes else { break }
            result.append(character)
        }
        return result
    }
}

extension FeedLanguage {
    func text(of problem: AnswerForm.Problem) -> String {
        switch problem {
        case .answerMissing: text(.answerMissing)
        case .emailInvalid: text(.emailInvalid)
        case .termsNeeded: text(.termsNeeded)
        case .ageNeeded: text(.ageNeeded)
        case .alreadyEntered: text(.alreadyEntered)
        case .over: text(.interactionOver)
        case .failed: text(.sendFailed)
        }
    }

    func text(of type: InteractionType) -> String {
        switch type {
        case .poll: text(.poll)
        case .question: text(.question)
        case .giveaway: text(.giveaway)
        case .triviaGiveaway: text(.trivia)
        default: text(.link)
        }
    }
}
