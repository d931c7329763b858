// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@Suite("Many players", .timeLimit(.minutes(3)))
struct ManyPlayersTests {
    private struct Report: Decodable {
        struct Footprint: Decodable {
            var threads: Int
            var descriptors: Int
        }

        var count: Int
        var before: Footprint
        var after: Footprint
    }

    @Test("PB-2: Twenty players that were opened, played and closed leak no file descriptors or threads")
    func nothingIsLeft() async throws {
        let served = try await ServedStream("short")
        let address = served.address("index.m3u8")
        let output = try await onThread {
            try DesktopSession.output(of: [DesktopSession.product("windowbox"), "bench", "players", address, "--count", "20", "--json"])
        }
        let report = try JSONDecoder().decode(Report.self, from: output)
        #expect(report.count == 20)
        #expect(report.after.descriptors <= report.before.descriptors)
        // The runtime's thread pools may have grown slightly; a thread for each player would add twenty.
        #expect(report.after.threads - report.before.threads < 10)
    }
}
