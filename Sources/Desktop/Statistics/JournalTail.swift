// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// The latest decisions of the player for each item.
struct JournalTail {
    /// Maximum lines per item.
    static let length = 6
    private static let maxLineLength = 90

    private var tails: [(id: ItemID, lines: [String])] = []

    mutating func add(_ lines: [String], of id: ItemID) {
        let shortened = lines.suffix(Self.length).map { $0.count > Self.maxLineLength ? $0.prefix(Self.maxLineLength - 1) + "…" : $0[...] }
        if let index = tails.firstIndex(where: { $0.id == id }) {
            tails[index].lines = Array((tails[index].lines + shortened.map(String.init)).suffix(Self.length))
        } else {
            tails.append((id, shortened.map(String.init)))
            // Keep only recent items.
            if tails.count > 3 { tails.removeFirst() }
        }
    }

    func lines(of id: ItemID?) -> [String] { tails.first { $0.id == id }?.lines ?? [] }
}
