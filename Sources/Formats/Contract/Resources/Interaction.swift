// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A poll, a question or a game in a live stream or a short video.
public struct Interaction: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var liveStreamID: String?
    public var videoID: String?
    public var type: InteractionType
    public var prompt: String
    public var options: [InteractionOption] = []
    public var terms: InteractionTerms?
    public var state: InteractionState = .draft
    public var collectEmail = false
    public var winnerCount = 0
    /// The target of a link.
    public var url: String?
    /// Whether the right answer has been shown to viewers.
    public var revealed: Bool?
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

public struct InteractionOption: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var text: String
    /// Sent to viewers only after the answer is revealed.
    public var correct: Bool?

    public init(id: String, text: String, correct: Bool? = nil) {
        self.id = id
        self.text = text
        self.correct = correct
    }
}

public struct InteractionTerms: Codable, Hashable, Sendable {
    public var url: String
    /// Whether participation requires accepting the terms.
    public var required: Bool
    public var name: String

    public init(url: String, required: Bool, name: String) {
        self.url = url
        self.required = required
        self.name = name
    }
}

public struct InteractionResults: Codable, Hashable, Sendable {
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
    public var guestID: String
    /// The id of the chosen option.
    public var choice: String?
    public var answer: String?
    public var email: String?
    public var createdAt: Date

    public init(id: String, guestID: String, createdAt: Date) {
        self.id = id
        self.guestID = guestID
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey { case id, choice, answer, email, guestID = "guest_id", createdAt = "created_at" }
}

public struct InteractionType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let poll = Self(rawValue: "poll")
    public static let question = Self(rawValue: "question")
    public static let giveaway = Self(rawValue: "giveaway")
    public static let triviaGiveaway = Self(rawValue: "trivia_giveaway")
    public static let link = Self(rawValue: "link")
    public static let known: [Self] = [poll, question, giveaway, triviaGiveaway, link]
}

public struct InteractionState: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let draft = Self(rawValue: "draft")
    public static let active = Self(rawValue: "active")
    public static let ended = Self(rawValue: "ended")
    public static let known: [Self] = [draft, active, ended]
}
