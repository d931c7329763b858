// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Chooses winners by chance: the same ones for the same entries and the same chance, in whatever order the entries come.
struct WinnerDraw {
    let interaction: Interaction

    /// - Returns: at most as many as the interaction has winners, in the order in which they were drawn; each guest once, and each mailbox once: the
    ///   first of its entries takes part.
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

    /// Nil where there is no right and wrong.
    func isRight(_ entry: InteractionEntry) -> Bool? {
        let right = interaction.options.filter { $0.correct == true }.map(\.id)
        return right.isEmpty ? nil : entry.choice.map(right.contains) ?? false
    }
}

extension Array {
    /// Takes an element out; the last one takes its place.
    fileprivate mutating func swapRemove(at index: Int) -> Element {
        swapAt(index, count - 1)
        return removeLast()
    }
}
