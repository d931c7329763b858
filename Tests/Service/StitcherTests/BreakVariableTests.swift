// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxStitcher

@Suite("Variables of a break") struct BreakVariableTests {
    @Test("The ad server is told a duration that it can read, whatever the origin states", arguments: [1e30, .infinity, -1e30, 30])
    func absurd(seconds: Double) throws {
        var configuration = StitchedSession.Configuration()
        configuration.isLive = true
        var session = StitchedSession(id: "s", configuration: configuration, viewer: .init(), parameters: [:], at: 1000)
        let found = DiscoveredBreak(id: "b", start: 100, duration: 60)
        _ = session.handle(.playlist([found], edge: .init(time: 90, targetDuration: 6), CreativeAvailability()), at: 1000)
        var entry = try #require(session.breaks.first)
        entry.available = seconds
        let expected = seconds == 30 ? "30000" : seconds > 0 ? "1000000000000" : "0"
        #expect(session.variables(of: entry)["session.avail_duration_ms"] == expected)
    }
}
