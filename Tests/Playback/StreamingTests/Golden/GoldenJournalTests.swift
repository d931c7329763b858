// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Sessions as they were once, to the byte: `WINDOWBOX_GOLDEN=write` writes them anew where a change of behaviour is meant.
@Suite("Golden journals", .serialized)
struct GoldenJournalTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Golden/Streaming")
        .standardized
    private static var writes: Bool { ProcessInfo.processInfo.environment["WINDOWBOX_GOLDEN"] == "write" }

    /// FNV-1a, 64 bits.
    private static func digest(_ lines: [String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 10) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    @Test("Every scenario gives the actions and the journal that it gave before, byte for byte")
    func digests() throws {
        let place = Self.folder.appending(path: "digests.txt")
        var found: [String] = []
        for scenario in GoldenScenario.all {
            let lines = scenario.lines()
            found.append("\(scenario.name) \(lines.count) \(Self.digest(lines))")
        }
        if Self.writes { try Data((found.joined(separator: "\n") + "\n").utf8).write(to: place) }
        let golden = try String(contentsOf: place, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(golden.count == found.count)
        for (known, new) in zip(golden, found) { #expect(known == new) }
    }

    @Test("A few scenarios are kept as text, so that a difference can be read", arguments: GoldenScenario.all.filter(\.isWhole))
    func texts(scenario: GoldenScenario) throws {
        let place = Self.folder.appending(path: "\(scenario.name).txt")
        let lines = scenario.lines()
        if Self.writes { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: place) }
        let golden = try String(contentsOf: place, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        #expect(golden.dropLast().elementsEqual(lines), "first difference: \(zip(golden, lines).first { $0 != $1 } ?? ("", ""))")
    }
}
