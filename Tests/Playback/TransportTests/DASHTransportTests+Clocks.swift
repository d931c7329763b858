// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxHLS
import WindowboxTransport

// The clocks that a live manifest names.
extension DASHTransportTests {
    /// Answers from memory, but takes eight seconds to tell the time.
    private final class SlowClock: Transport {
        let memory: Memory
        let clock: Clock

        init(_ memory: Memory, _ clock: Clock) {
            self.memory = memory
            self.clock = clock
        }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            if request.url == DASHTransportTests.time { clock.advance(8) }
            return try await memory.open(request)
        }
    }

    private static let time = "https://cdn.example.com/time"

    /// A live stream of numbered segments of four seconds that names a clock.
    private static func numbered(_ scheme: String) -> String {
        live(0, "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:\(scheme):2014\" value=\"/time\"/>")
            .replacing(
                #/<SegmentTemplate.*</SegmentTemplate>/#, with: "<SegmentTemplate media=\"$Number$\" duration=\"4\" startNumber=\"0\"/>")
    }

    @Test("The clock's response time is taken as midway between request and response", arguments: ["http-head", "http-xsdate"])
    func slowClock(scheme: String) async throws {
        let memory = Memory([Self.address: Self.numbered(scheme), Self.time: "2026-01-31T12:16:40Z"])
        memory.state.withLock { $0.headers = ["Date": "Sat, 31 Jan 2026 12:16:35 GMT", "Age": "5"] }
        let clock = Clock()
        let (transport, track) = try await opened(SlowClock(memory, clock), clock)
        // The answer left after a thousand seconds, and arrived four seconds later.
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/250")
    }

    @Test(
        "A clock may answer with a number of seconds or milliseconds, and other answers are ignored",
        arguments: [("1769861800", 249), ("1769861800000\n", 249), ("1769861800.5", 249), ("2026", 24), ("1e300", 24), ("nan", 24)])
    func numbers(answer: String, last: Int) async throws {
        let memory = Memory([Self.address: Self.numbered("http-xsdate"), Self.time: answer])
        let (transport, track) = try await opened(memory, Clock())
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/\(last)")
    }

    @Test("An unresponsive clock is asked again, but not at each reload", .timeLimit(.minutes(1)))
    func clockAgain() async throws {
        let memory = Memory([Self.address: Self.numbered("http-iso")])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/24")
        memory.state.withLock { $0.texts[Self.time] = Array("2026-01-31T12:16:40Z".utf8) }
        clock.advance(20)
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/29")
        #expect(memory.state.withLock { $0.asked.count { $0 == Self.time } } == 1)
        clock.advance(10)
        // No playlist waits for the answer, which changes those after it.
        while try await playlist(transport, track).segments.last?.uri.url != "https://cdn.example.com/live/249" { await Task.yield() }
        clock.advance(40)
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/259")
        #expect(memory.state.withLock { $0.asked.count { $0 == Self.time } } == 2)
    }
}
