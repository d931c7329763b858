// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxDASH
@testable import WindowboxTransport

@Suite("DASH content steering")
struct DASHSteeringTests {
    private let places: [DASHBaseChoice.Location] = [
        .init(url: "https://a.example.com/1?t=1", service: "alpha"), .init(url: "https://b.example.com/1", service: "beta"),
        .init(url: "https://x.example.com/1", service: nil),
    ]

    private func steering(_ url: String = "https://s.example.com/steer", services: [String] = ["beta"]) -> DASHSteering {
        DASHSteering(DASHContentSteering(url: url, defaultServices: services))
    }

    private func answer(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("The steering server is asked at once, then after each response's TTL, with the throughput per service")
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

    @Test("An invalid response keeps the current order")
    func nonsense() {
        var steering = steering()
        _ = steering.question(at: 0)
        steering.received(answer("<html>"), from: "https://s.example.com/steer", at: 0)
        #expect(steering.sorted(places).map(\.service) == ["beta", "alpha", nil])
        #expect(steering.isDue(at: 300))
        #expect(!steering.isDue(at: 299))
    }

    @Test("Locations and patches are tried in the server's order, clones included")
    func manifestLocations() {
        var manifest = DASHManifest(url: "https://x.example.com/m.mpd")
        let urls = ["https://a.example.com/m.mpd", "https://b.example.com/m.mpd", "https://c.example.com/m.mpd"]
        manifest.locations = urls.map { .init(url: $0, service: nil) }
        var steering = steering()
        #expect(manifest.locations(by: steering) == urls, "without service names, the author's order counts")
        manifest.locations[0].service = "alpha"
        manifest.locations[1].service = "beta"
        manifest.patches = [
            .init(url: "https://a.example.com/p", timeToLive: 9, service: "alpha"), .init(url: "https://b.example.com/p", service: "beta"),
        ]
        #expect(manifest.locations(by: nil) == urls)
        #expect(manifest.patches(by: nil) == manifest.patches)
        #expect(manifest.locations(by: steering).map { $0.dropFirst(8).first } == ["b", "a", "c"])
        _ = steering.question(at: 0)
        steering.received(
            answer(
                "{\"VERSION\":1,\"TTL\":5,\"PATHWAY-PRIORITY\":[\"new\",\"alpha\"],\"PATHWAY-CLONES\":[{\"BASE-ID\":\"alpha\","
                    + "\"ID\":\"new\",\"URI-REPLACEMENT\":{\"HOST\":\"n.example.com\"}}]}"),
            from: "https://s.example.com/steer", at: 0)
        #expect(manifest.locations(by: steering).map { $0.dropFirst(8).first } == ["n", "a", "b", "c"])
        let patches = manifest.patches(by: steering)
        #expect(patches.map(\.url) == ["https://n.example.com/p", "https://a.example.com/p", "https://b.example.com/p"])
        #expect(patches[0].timeToLive == 9)
        #expect(patches[2].timeToLive == nil)
    }

    @Test("Status 410 ends steering, and Retry-After delays the next request")
    func failures() {
        var (gone, busy) = (steering(), steering())
        _ = gone.question(at: 0)
        gone.failed(status: 410, retryAfter: nil, at: 0)
        #expect(!gone.isDue(at: 1e9))
        _ = busy.question(at: 0)
        busy.failed(status: 429, retryAfter: 7, at: 0)
        #expect(!busy.isDue(at: 6))
        #expect(busy.isDue(at: 7))
    }

    @Test("Clones are added once each, with another host and parameters")
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
