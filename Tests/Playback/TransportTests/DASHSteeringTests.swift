// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxDASH

@testable import WindowboxTransport

@Suite("The steering of a DASH presentation")
struct DASHSteeringTests {
    private let places: [DASHBaseChoice.Place] = [
        .init(url: "https://a.example.com/1?t=1", service: "alpha"), .init(url: "https://b.example.com/1", service: "beta"),
        .init(url: "https://x.example.com/1", service: nil),
    ]

    private func steering(_ url: String = "https://s.example.com/steer", services: [String] = ["beta"]) -> DASHSteering {
        DASHSteering(DASHContentSteering(url: url, defaultServices: services))
    }

    private func answer(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("asks at once, then after the lifetime of each answer, and tells what was loaded from where how fast")
    func questions() {
        var steering = steering()
        #expect(steering.question(at: 100) == "https://s.example.com/steer?_DASH_pathway=%22beta%22")
        #expect(steering.question(at: 100) == nil)
        steering.received(
            answer("{\"VERSION\":1,\"TTL\":5,\"RELOAD-URI\":\"/r?s=1\",\"PATHWAY-PRIORITY\":[\"alpha\"]}"),
            from: "https://s.example.com/steer", at: 100)
        steering.note("beta", throughput: 0)
        steering.note("alpha", throughput: 5_000_000)
        #expect(steering.question(at: 104) == nil)
        #expect(
            steering.question(at: 105)
                == "https://s.example.com/r?s=1&_DASH_pathway=%22beta%2Calpha%22&_DASH_throughput=0,5000000")
    }

    @Test("keeps the order that it has when an answer makes no sense")
    func nonsense() {
        var steering = steering()
        _ = steering.question(at: 0)
        steering.received(answer("<html>"), from: "https://s.example.com/steer", at: 0)
        #expect(steering.sorted(places).map(\.service) == ["beta", "alpha", nil])
        #expect(steering.isDue(at: 300) && !steering.isDue(at: 299))
    }

    @Test("ends with the status 410, and waits as long as the server asks for")
    func failures() {
        var (gone, busy) = (steering(), steering())
        _ = gone.question(at: 0)
        gone.failed(status: 410, retryAfter: nil, at: 0)
        #expect(!gone.isDue(at: 1e9))
        _ = busy.question(at: 0)
        busy.failed(status: 429, retryAfter: 7, at: 0)
        #expect(!busy.isDue(at: 6) && busy.isDue(at: 7))
    }

    @Test("adds clones with another host and parameters, once each")
    func clones() {
        var steering = steering()
        let text =
            "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"c\",\"beta\"],\"PATHWAY-CLONES\":[{\"BASE-ID\":\"alpha\",\"ID\":\"c\",\"URI-REPLACEMENT\":"
            + "{\"HOST\":\"c.example.com:8080\",\"PARAMS\":{\"t\":\"2\"}}},{\"BASE-ID\":\"none\",\"ID\":\"d\",\"URI-REPLACEMENT\":{}}]}"
        for _ in 0..<2 { steering.received(answer(text), from: "https://s.example.com/", at: 0) }
        #expect(
            steering.sorted(places).map(\.url) == [
                "https://c.example.com:8080/1?t=2", "https://b.example.com/1", "https://a.example.com/1?t=1", "https://x.example.com/1",
            ])
    }
}
