// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxHLS
import WindowboxStreaming
import WindowboxTransport

// Patches and content steering.
extension DASHTransportTests {
    private static let patchable = "<PatchLocation ttl=\"60\">p</PatchLocation>"

    private static func patchable(_ first: Int, at time: String) -> String {
        live(first, patchable).replacing("<MPD ", with: "<MPD id=\"m\" publishTime=\"2026-01-31T12:01:\(time)Z\" ")
    }

    private static func patch(from: String = "40", _ operations: String) -> [UInt8] {
        Array(
            "<Patch mpdId=\"m\" originalPublishTime=\"2026-01-31T12:01:\(from)Z\" publishTime=\"2026-01-31T12:01:44Z\">\(operations)</Patch>"
                .utf8)
    }

    private static let timeline = "/MPD/Period[@id='1']/AdaptationSet/SegmentTemplate/SegmentTimeline"

    @Test("The manifest is updated by patches, each based on the previous version")
    func patches() async throws {
        let memory = Memory([Self.address: Self.patchable(80, at: "40")])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        #expect(try await playlist(transport, track).segments.count == 4)
        let patch = Self.patch(
            "<replace sel=\"\(Self.timeline)/S[1]/@r\">4</replace><replace sel=\"/MPD/PatchLocation\"><PatchLocation>q</PatchLocation></replace>"
        )
        memory.state.withLock { $0.texts["https://cdn.example.com/live/p"] = patch }
        clock.advance(5)
        #expect(try await playlist(transport, track).segments.count == 5)
        let next = Self.patch(from: "44", "<add sel=\"\(Self.timeline)\"><S d=\"2\"/></add>")
        memory.state.withLock { $0.texts["https://cdn.example.com/live/q"] = next }
        clock.advance(5)
        let later = try await playlist(transport, track)
        #expect(later.segments.map(\.duration) == [4, 4, 4, 4, 4, 2])
        #expect(memory.state.withLock { $0.asked } == [Self.address, "https://cdn.example.com/live/p", "https://cdn.example.com/live/q"])
    }

    @Test("The manifest is loaded completely if a patch is missing, does not apply or is for another version", arguments: ["", "39", "40"])
    func patchFails(from: String) async throws {
        let memory = Memory([Self.address: Self.patchable(80, at: "40")])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        _ = try await playlist(transport, track)
        memory.state.withLock { state in
            state.texts[Self.address] = Array(Self.patchable(84, at: "44").utf8)
            if !from.isEmpty { state.texts["https://cdn.example.com/live/p"] = Self.patch(from: from, "<remove sel=\"/MPD/Period[2]\"/>") }
        }
        clock.advance(5)
        #expect(try await playlist(transport, track).segments.first?.uri.url == "https://cdn.example.com/live/84")
        #expect(memory.state.withLock { $0.asked } == [Self.address, "https://cdn.example.com/live/p", Self.address])
    }

    @Test("The manifest is loaded completely if its patch has expired")
    func patchExpired() async throws {
        let memory = Memory([Self.address: Self.patchable(80, at: "40")])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        _ = try await playlist(transport, track)
        clock.advance(61)
        _ = try await playlist(transport, track)
        #expect(memory.state.withLock { $0.asked } == [Self.address, Self.address])
    }

    // MARK: Content steering

    private static let steered =
        "<BaseURL serviceLocation=\"alpha\">https://a.example.com/</BaseURL><BaseURL serviceLocation=\"beta\">https://b.example.com/</BaseURL>"
        + "<ContentSteering defaultServiceLocation=\"beta\" queryBeforeStart=\"true\">https://s.example.com/steer?k=1</ContentSteering>"

    private static let segment = "https://a.example.com/80"

    private func steeredMemory(_ answer: String, _ manifest: String = steered) -> Memory {
        var texts = [Self.address: Self.live(80, manifest)]
        for host in ["a", "b", "c"] { texts["https://\(host).example.com/80"] = host }
        texts["https://s.example.com/steer?k=1&_DASH_pathway=%22beta%22"] = answer
        return Memory(texts)
    }

    private func loaded(_ transport: DASHTransport) async throws -> String {
        String(decoding: try await transport.bytes(of: TransportRequest(url: Self.segment)), as: UTF8.self)
    }

    @Test("Media load in the order of the steering server, including its clones")
    func steering() async throws {
        let memory = steeredMemory(
            "{\"VERSION\":1,\"TTL\":10,\"RELOAD-URI\":\"next?x=2\",\"PATHWAY-PRIORITY\":[\"gamma\",\"alpha\",\"beta\"],"
                + "\"PATHWAY-CLONES\":[{\"BASE-ID\":\"alpha\",\"ID\":\"gamma\",\"URI-REPLACEMENT\":{\"HOST\":\"c.example.com\"}}]}")
        let clock = Clock()
        let (transport, _) = try await opened(memory, clock)
        #expect(try await loaded(transport) == "c")
        // The clone fails, so the next pathway in the server's order is used.
        memory.state.withLock { $0.texts["https://c.example.com/80"] = nil }
        #expect(try await loaded(transport) == "a")
        #expect(memory.state.withLock { $0.asked.count { $0.contains("s.example.com") } } == 1)
    }

    @Test("If the steering server fails, the default service is used, and the server is asked again later")
    func steeringFails() async throws {
        let memory = steeredMemory("nonsense")
        let clock = Clock()
        let (transport, _) = try await opened(memory, clock)
        #expect(try await loaded(transport) == "b")
        clock.advance(299)
        #expect(try await loaded(transport) == "b")
        #expect(memory.state.withLock { $0.asked.count { $0.contains("s.example.com") } } == 1)
    }

    @Test("A manifest that does not wait for its steering server starts with the default service at once")
    func steeringLater() async throws {
        let memory = steeredMemory(
            "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"alpha\"]}", Self.steered.replacing("\"true\"", with: "\"false\""))
        let (transport, _) = try await opened(memory, Clock())
        // The response affects later loads only.
        #expect(["a", "b"].contains(try await loaded(transport)))
    }
}
