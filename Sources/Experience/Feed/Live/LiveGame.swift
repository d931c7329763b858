// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A poll, a question, a giveaway, a trivia or a link, as one viewer sees it.
public struct LiveGame: Hashable, Sendable, Identifiable {
    public var interaction: Interaction
    /// What the viewer answered; nil: nothing that is known here.
    public var ownEntry: EntryRequest?
    /// The service says that the viewer took part before.
    public var hasEnteredBefore = false
    /// The viewer is among the winners.
    public var hasWon = false
    /// Names of all winners; empty while none were drawn.
    public var winners: [String] = []

    public init(_ interaction: Interaction) {
        self.interaction = interaction
        winners = interaction.results?.winners ?? []
    }

    public var id: String { interaction.id }
    public var isOpen: Bool { interaction.state == .active }
    public var hasEntered: Bool { ownEntry != nil || hasEnteredBefore }

    /// What is newly known of it.
    mutating func take(_ interaction: Interaction) {
        self.interaction = interaction
        if let names = interaction.results?.winners, !names.isEmpty { winners = names }
    }
}

/// All of a stream's, in the order in which they were launched.
public struct LiveGames: Hashable, Sendable {
    /// Older ones are forgotten.
    public static let mostGames = 50

    public private(set) var all: [LiveGame] = []

    public init() {}

    /// The one to take part in now: the one launched last of those that are open.
    public var current: LiveGame? { all.last(where: \.isOpen) }

    public subscript(id: String) -> LiveGame? { all.first { $0.id == id } }

    mutating func take(_ interaction: Interaction) {
        // A newer service may know kinds that can't be shown here.
        guard InteractionType.known.contains(interaction.type) else { return }
        if let index = all.firstIndex(where: { $0.id == interaction.id }) { return all[index].take(interaction) }
        all.append(LiveGame(interaction))
        if all.count > Self.mostGames { all.removeFirst(all.count - Self.mostGames) }
    }

    mutating func change(_ id: String, _ body: (inout LiveGame) -> Void) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        body(&all[index])
    }
}
