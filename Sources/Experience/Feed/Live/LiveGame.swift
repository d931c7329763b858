// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A poll, question, giveaway, trivia question or link, as seen by one viewer.
public struct LiveGame: Hashable, Sendable, Identifiable {
    /// The interaction as sent by the service.
    public var interaction: Interaction
    /// The viewer's answer; nil if none is known here.
    public var ownEntry: EntryRequest?
    /// The service reports that the viewer has already taken part.
    public var hasEnteredBefore = false
    /// The viewer is among the winners.
    public var hasWon = false
    /// The names of all winners; empty before the draw.
    public var winners: [String] = []

    /// - Parameter interaction: as sent by the service, with results if it is over.
    public init(_ interaction: Interaction) {
        self.interaction = interaction
        winners = interaction.results?.winners ?? []
    }

    public var id: String { interaction.id }
    /// Whether answers are accepted.
    public var isOpen: Bool { interaction.state == .active }
    /// Whether this viewer has answered, now or before.
    public var hasEntered: Bool { ownEntry != nil || hasEnteredBefore }

    /// Updates it with newer data.
    mutating func update(_ interaction: Interaction) {
        self.interaction = interaction
        if let names = interaction.results?.winners, !names.isEmpty { winners = names }
    }
}

/// All interactions of a stream, in order of launch.
public struct LiveGames: Hashable, Sendable {
    /// Older ones are dropped.
    public static let maxGames = 50

    /// In order of launch, at most ``maxGames``.
    public private(set) var all: [LiveGame] = []

    public init() {}

    /// The one to take part in: the most recently launched open one.
    public var current: LiveGame? { all.last(where: \.isOpen) }

    /// The game with an ID; nil if there is none.
    public subscript(id: String) -> LiveGame? { all.first { $0.id == id } }

    mutating func update(_ interaction: Interaction) {
        // Skip interaction types introduced by newer services.
        guard InteractionType.known.contains(interaction.type) else { return }
        if let index = all.firstIndex(where: { $0.id == interaction.id }) { return all[index].update(interaction) }
        all.append(LiveGame(interaction))
        if all.count > Self.maxGames { all.removeFirst(all.count - Self.maxGames) }
    }

    mutating func change(_ id: String, _ body: (inout LiveGame) -> Void) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        body(&all[index])
    }
}
