// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Steering manifest")
struct SteeringStateTests {
    private func begun() throws -> (SteeringState, StreamLoader) {
        var loader = StreamLoader(StreamingConfiguration())
        let playlist = try Sample.multivariantPlaylist(SteeringTests.master)
        try loader.begin(playlist, url: "http://host/main.m3u8")
        loader.out.begin(at: .zero)
        var steering = SteeringState()
        steering.begin(try #require(playlist.contentSteering), &loader)
        return (steering, loader)
    }

    @Test("The manifest is requested at once, with the current pathway, and not twice")
    func request() throws {
        var (steering, loader) = try begun()
        guard case .load(let load)? = loader.out.actions.last, case .steering(let location) = load.content else {
            Issue.record("no manifest was requested")
            return
        }
        #expect(location.url == "http://steer/m.json?_HLS_pathway=A&s=1")
        steering.loadDue(&loader)
        #expect(loader.out.actions.count == 1)
        #expect(steering.address(pathway: "B", throughput: 2e6) == "http://steer/m.json?_HLS_pathway=B&_HLS_throughput=2000000&s=1")
    }

    @Test("The priority applies to existing pathways, and the manifest is reloaded after its TTL")
    func order() throws {
        var (steering, loader) = try begun()
        let text = #"{"VERSION":1,"TTL":30,"PATHWAY-PRIORITY":["X","B","A"]}"#
        let isUsed = steering.received(Array(text.utf8), nil, &loader.selection, &loader.out)
        #expect(isUsed)
        #expect(loader.selection.preferredPathway(at: .zero) == "B")
        #expect(steering.nextLoad == Instant(seconds: 30))
        loader.selection.exclusions.exclude(.pathway("B"), until: Instant(seconds: 10), at: Instant(seconds: 0))
        #expect(loader.selection.preferredPathway(at: .zero) == nil, "A is already in use")
    }

    @Test("An unreadable manifest changes nothing and is requested again")
    func garbage() throws {
        var (steering, loader) = try begun()
        let isUsed = steering.received(Array("no".utf8), nil, &loader.selection, &loader.out)
        #expect(!isUsed)
        #expect(steering.nextLoad == Instant(seconds: 300))
        #expect(loader.selection.pathwayPriority.isEmpty)
    }

    @Test("A failure is retried when the server says, and status 410 ends steering")
    func failures() throws {
        var (steering, loader) = try begun()
        steering.failed(LoadFailure(.status(429), retryAfter: 7, message: "busy"), &loader.out)
        #expect(steering.nextLoad == Instant(seconds: 7))
        steering.failed(LoadFailure(.status(410), message: "gone"), &loader.out)
        #expect(steering.nextLoad == nil)
        #expect(steering.url == nil)
    }
}
