// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A poll, a question or a game in a live stream or a short video.
public struct Interaction: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the live stream that it belongs to; nil for an interaction of a video.
    public var liveStreamID: String?
    /// The id of the video that it belongs to; nil for an interaction of a live stream.
    public var videoID: String?
    /// The kind of interaction.
    public var type: InteractionType
    /// The question or invitation that viewers see.
    public var prompt: String
    /// The options to choose from; for polls and quizzes.
    public var options: [InteractionOption] = []
    /// The terms of participation; nil if there are none.
    public var terms: InteractionTerms?
    /// Whether viewers see it and may answer; a draft at first.
    public var state: InteractionState = .draft
    /// Whether viewers are asked for an email address.
    public var collectEmail = false
    /// The number of winners to draw; 0 for none.
    public var winnerCount = 0
    /// The target of a link.
    public var url: String?
    /// Whether the right answer has been shown to viewers.
    public var revealed: Bool?
    /// What viewers have answered; nil as long as it isn't shown.
    public var results: InteractionResults?

    public init(id: String, type: InteractionType, prompt: String) {
        self.id = id
        self.type = type
        self.prompt = prompt
    }

    enum CodingKeys: String, CodingKey {
        case id, type, prompt, options, terms, state, results, url, revealed
        case liveStreamID = "live_stream_id", videoID = "video_id", collectEmail = "collect_email", winnerCount = "winner_count"
    }

    /// The interaction as viewers may see it: the right answer and the counts per answer are hidden until the answer is revealed.
    public var forViewers: Interaction {
        var interaction = self
        guard revealed != true else { return interaction }
        for index in interaction.options.indices { interaction.options[index].correct = nil }
        if type == .triviaGiveaway {
            interaction.results?.choices = [:]
            interaction.results?.correct = nil
        }
        return interaction
    }
}

/// An option of a poll or a quiz.
public struct InteractionOption: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The text that viewers see.
    public var text: String
    /// Sent to viewers only after the answer is revealed.
    public var correct: Bool?

    public init(id: String, text: String, correct: Bool? = nil) {
        self.id = id
        self.text = text
        self.correct = correct
    }
}

/// The terms of participation.
public struct InteractionTerms: Codable, Hashable, Sendable {
    /// The URL of the terms.
    public var url: String
    /// Whether participation requires accepting the terms.
    public var required: Bool
    /// The text of the link to the terms.
    public var name: String

    public init(url: String, required: Bool, name: String) {
        self.url = url
        self.required = required
        self.name = name
    }
}

/// What viewers have answered.
public struct InteractionResults: Codable, Hashable, Sendable {
    /// The number of answers.
    public var entries = 0
    /// The number of entries by option id.
    public var choices: [String: Int] = [:]
    /// The display names of the winners.
    public var winners: [String] = []
    /// The number of correct entries, if entries can be correct.
    public var correct: Int?

    public init() {}
}

/// A guest's entry.
public struct InteractionEntry: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the guest who answered.
    public var guestID: String
    /// The id of the chosen option.
    public var choice: String?
    /// The text of the answer; nil for a choice.
    public var answer: String?
    /// The email address; nil if it wasn't asked for.
    public var email: String?
    /// When it was sent.
    public var createdAt: Date

    public init(id: String, guestID: String, createdAt: Date) {
        self.id = id
        self.guestID = guestID
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey { case id, choice, answer, email, guestID = "guest_id", createdAt = "created_at" }
}

/// The kinds of interactions.
public struct InteractionType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A choice, whose results viewers see.
    public static let poll = Self(rawValue: "poll")
    /// A question, answered in the viewer's own words.
    public static let question = Self(rawValue: "question")
    /// A giveaway, whose winners are drawn.
    public static let giveaway = Self(rawValue: "giveaway")
    /// A quiz, whose winners are drawn among the right answers.
    public static let triviaGiveaway = Self(rawValue: "trivia_giveaway")
    /// A link to a page.
    public static let link = Self(rawValue: "link")
    public static let known: [Self] = [poll, question, giveaway, triviaGiveaway, link]
}

/// The states of an interaction.
public struct InteractionState: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Viewers don't see it yet.
    public static let draft = Self(rawValue: "draft")
    /// Viewers may answer.
    public static let active = Self(rawValue: "active")
    /// Viewers may not answer any more.
    public static let ended = Self(rawValue: "ended")
    public static let known: [Self] = [draft, active, ended]
}
