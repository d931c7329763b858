// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Draws winners at random. The same entries and the same random numbers give the same winners, in whatever order the entries are.
struct WinnerDraw {
    let interaction: Interaction

    /// - Returns: at most `winnerCount` entries in the order in which they were drawn. Each guest and each
    ///   mailbox takes part once, with its first entry.
    func winners(among entries: [InteractionEntry], by chance: inout some RandomNumberGenerator) -> [InteractionEntry] {
        var guests: Set<String> = []
        var mailboxes: Set<String> = []
        let first = entries.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.filter { entry in
            guests.insert(entry.guestID).inserted
                && (entry.email.map { mailboxes.insert(EntryRule.mailbox($0)).inserted } ?? true)
        }
        var pool = first.sorted { $0.id < $1.id }.filter { isRight($0) != false }
        var winners: [InteractionEntry] = []
        while winners.count < interaction.winnerCount, !pool.isEmpty {
            winners.append(pool.swapRemove(at: Int.random(in: pool.indices, using: &chance)))
        }
        return winners
    }

    /// Whether the answer is correct; nil if the interaction has no correct answer.
    func isRight(_ entry: InteractionEntry) -> Bool? {
        let right = interaction.options.filter { $0.correct == true }.map(\.id)
        return right.isEmpty ? nil : entry.choice.map(right.contains) ?? false
    }
}

extension Array {
    /// Removes an element by moving the last one into its place.
    fileprivate mutating func swapRemove(at index: Int) -> Element {
        swapAt(index, count - 1)
        return removeLast()
    }
}
