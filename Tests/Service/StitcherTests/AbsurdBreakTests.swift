// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxStitcher

@Suite("Breaks of absurd durations") struct AbsurdBreakTests {
    @Test("The variables of a request are finite", arguments: [1e300, .infinity, -1e300])
    func variables(_ seconds: Double) {
        var configuration = StitchedSession.Configuration()
        configuration.isLive = true
        var session = StitchedSession(
            id: "s", configuration: configuration, viewer: .init(address: "1.2.3.4", userAgent: "UA"), parameters: [:], at: 1000)
        let entry = DiscoveredBreak(id: "b", start: 100, duration: seconds)
        let edge = StitchedSession.Edge(time: 90, targetDuration: 6)
        let actions = session.handle(.playlist([entry], edge: edge, CreativeAvailability(ready: [:])), at: 1000)
        guard case .ask(let request) = actions.first else { return }
        let stated = request.variables["session.avail_duration_secs"].flatMap { Int($0) }
        #expect(stated.map { (0...1_000_000_000).contains($0) } == true)
    }
}
