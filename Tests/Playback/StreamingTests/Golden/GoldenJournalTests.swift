// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Compares sessions with recorded ones, byte by byte. `WINDOWBOX_GOLDEN=write` records them again after an intended change;
/// `WINDOWBOX_GOLDEN=all` compares all of them instead of a third.
@Suite("Golden journals", .serialized)
struct GoldenJournalTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Golden/Streaming")
        .standardized
    private static let mode = ProcessInfo.processInfo.environment["WINDOWBOX_GOLDEN"]

    /// 64-bit FNV-1a.
    private static func digest(_ lines: [String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 10) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    @Test("Every scenario gives the same actions and journal as recorded, byte for byte")
    func digests() throws {
        let url = Self.folder.appending(path: "digests.txt")
        var found: [String: String] = [:]
        for scenario in GoldenScenario.all where scenario.isQuick || Self.mode != nil {
            let lines = scenario.lines()
            found[scenario.name] = "\(scenario.name) \(lines.count) \(Self.digest(lines))"
        }
        if Self.mode == "write" {
            let lines = GoldenScenario.all.compactMap { found[$0.name] }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url)
        }
        let golden = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(golden.count == GoldenScenario.all.count)
        #expect(found.count > 50)
        for line in golden {
            guard let new = found[String(line.split(separator: " ")[0])] else { continue }
            #expect(line == new)
        }
    }

    @Test("Selected scenarios match their recorded text, which makes differences readable", arguments: GoldenScenario.all.filter(\.isWhole))
    func texts(scenario: GoldenScenario) throws {
        let url = Self.folder.appending(path: "\(scenario.name).txt")
        let lines = scenario.lines()
        if Self.mode == "write" { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url) }
        let golden = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        #expect(golden.dropLast().elementsEqual(lines), "first difference: \(zip(golden, lines).first { $0 != $1 } ?? ("", ""))")
    }
}
