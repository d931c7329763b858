// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Draws winners at random. The same entries and random numbers give the same winners, regardless of the order of the entries.
struct WinnerDraw {
    let interaction: Interaction

    /// The entries that can win, in the order of their IDs. Each guest and each mailbox takes part once, with its first entry.
    func pool(_ entries: [InteractionEntry]) -> [InteractionEntry] {
        var guests: Set<String> = []
        var mailboxes: Set<String> = []
        let first = entries.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.filter { entry in
            guests.insert(entry.guestID).inserted
                && (entry.email.map { mailboxes.insert(EntryRule.mailbox($0)).inserted } ?? true)
        }
        return first.filter { isRight($0) != false }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// - Returns: at most `winnerCount` entries in the order in which they were drawn.
    func winners(among entries: [InteractionEntry], by generator: inout some RandomNumberGenerator) -> [InteractionEntry] {
        var pool = pool(entries)
        var winners: [InteractionEntry] = []
        while winners.count < interaction.winnerCount, !pool.isEmpty {
            winners.append(pool.swapRemove(at: Self.index(below: pool.count, by: &generator)))
        }
        return winners
    }

    /// Draws from a seed, and says how.
    func record(_ entries: [InteractionEntry], seed: String) -> (winners: [InteractionEntry], record: WinnerDrawRecord) {
        let pool = pool(entries)
        var generator = SeededGenerator(seed: seed)
        let winners = winners(among: pool, by: &generator)
        let ids = pool.map { "\($0.id)\n" }.joined()
        let digest = hexadecimal(SHA256.hash(data: Data(ids.utf8)))
        return (
            winners,
            WinnerDrawRecord(id: interaction.id, seed: seed, count: pool.count, digest: digest, winners: winners.map(\.id))
        )
    }

    /// Each with the same chance. Written out, because how Swift does it may change.
    private static func index(below count: Int, by generator: inout some RandomNumberGenerator) -> Int {
        let count = UInt64(count)
        let end = UInt64.max - UInt64.max % count
        var number = generator.next()
        while number >= end { number = generator.next() }
        return Int(number % count)
    }

    /// Whether the answer is correct; nil if the interaction has no correct answer.
    func isRight(_ entry: InteractionEntry) -> Bool? {
        let right = interaction.options.filter { $0.correct == true }.map(\.id)
        return right.isEmpty ? nil : entry.choice.map(right.contains) ?? false
    }
}

/// Random numbers that anybody can compute again: number n, from 0, is the first eight bytes, the most significant one first, of the SHA-256
/// of the seed, a space and n in decimal.
struct SeededGenerator: RandomNumberGenerator {
    let seed: String
    private var count: UInt64 = 0

    init(seed: String) { self.seed = seed }

    /// A seed that nobody can foresee, of characters that no spreadsheet takes for a formula.
    static func makeSeed() -> String { SymmetricKey(size: .bits256).withUnsafeBytes { hexadecimal($0) } }

    mutating func next() -> UInt64 {
        defer { count += 1 }
        return SHA256.hash(data: Data("\(seed) \(count)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension Array {
    /// Removes an element by moving the last one into its place.
    fileprivate mutating func swapRemove(at index: Int) -> Element {
        swapAt(index, count - 1)
        return removeLast()
    }
}
