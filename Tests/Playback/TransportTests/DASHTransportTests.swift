// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxHLS
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@Suite("A DASH manifest is served as playlists")
struct DASHTransportTests {
    /// Answers from memory, and notes what was asked for.
    private final class Memory: Transport {
        struct State {
            var texts: [String: [UInt8]] = [:]
            var asked: [String] = []
            var headers: TransportHeaders = [:]
        }
        let state: Mutex<State>

        init(_ texts: [String: String]) { state = Mutex(State(texts: texts.mapValues { Array($0.utf8) })) }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let (bytes, headers) = state.withLock { state in
                state.asked.append(request.url)
                return (state.texts[request.url], state.headers)
            }
            guard var bytes else { throw TransportError(.notFound, url: request.url, message: "There is no such text.") }
            if let span = request.span { bytes = Array(bytes.dropFirst(span.offset).prefix(span.length)) }
            return TransportResponse(
                headers: headers, url: request.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
        }
    }

    private final class Clock: Sendable {
        let now = Mutex(1_769_860_900.0)
        func callAsFunction() -> Double { now.withLock { $0 } }
        func advance(_ seconds: Double) { now.withLock { $0 += seconds } }
    }

    private static let address = "https://cdn.example.com/live/a.mpd"

    private static func live(_ first: Int, _ more: String = "") -> String {
        "<MPD type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\" minimumUpdatePeriod=\"PT4S\">\(more)<Period id=\"1\" start=\"PT0S\">"
            + "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate media=\"$Time$\"><SegmentTimeline>"
            + "<S t=\"\(first)\" d=\"4\" r=\"3\"/></SegmentTimeline></SegmentTemplate><Representation id=\"v\" bandwidth=\"9\"/>"
            + "</AdaptationSet></Period></MPD>"
    }

    private func opened(_ memory: Memory, _ clock: Clock) async throws -> (DASHTransport, track: String) {
        let response = try await memory.open(TransportRequest(url: Self.address))
        let transport = try await DASHTransport.open(
            memory, address: Self.address, head: response.head, bytes: try await response.body.collect(), clock: { clock() })
        let text = try await transport.bytes(of: TransportRequest(url: Self.address))
        let playlist = try #require(Playlist.parse(text, baseURL: Self.address).playlist?.multivariant)
        return (transport, try #require(playlist.variants.first?.uri.url))
    }

    private func playlist(_ transport: DASHTransport, _ address: String) async throws -> MediaPlaylist {
        let response = try await transport.open(TransportRequest(url: address))
        return try #require(Playlist.parse(try await response.body.collect(), baseURL: response.url).playlist?.media)
    }

    @Test("is fetched anew only when it has grown old, and segments keep their numbers")
    func refresh() async throws {
        let memory = Memory([Self.address: Self.live(80)])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        #expect(try await playlist(transport, track).segments.first?.uri.url == "https://cdn.example.com/live/80")
        memory.state.withLock { $0.texts[Self.address] = Array(Self.live(84).utf8) }
        clock.advance(3)
        #expect(try await playlist(transport, track).mediaSequence == 0)
        clock.advance(1.5)
        let later = try await playlist(transport, track)
        #expect(later.mediaSequence == 1)
        #expect(later.segments.first?.uri.url == "https://cdn.example.com/live/84")
        #expect(memory.state.withLock { $0.asked } == [Self.address, Self.address])
    }

    @Test("is asked for where the last version says", arguments: ["b.mpd", "https://other.example.com/b.mpd"])
    func location(text: String) async throws {
        let memory = Memory([Self.address: Self.live(80, "<Location>\(text)</Location>")])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        let next = text.hasPrefix("https") ? text : "https://cdn.example.com/live/b.mpd"
        memory.state.withLock { $0.texts[next] = Array(Self.live(84).utf8) }
        clock.advance(5)
        // Names are relative to where it came from.
        let base = String(next.dropLast(5))
        #expect(try await playlist(transport, track).segments.first?.uri.url == base + "84")
    }

    @Test("goes by the clock that it names, else by that of its server", arguments: [true, false])
    func clocks(isNamed: Bool) async throws {
        let timing = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\" value=\"/time\"/>"
        let numbers = "<SegmentTemplate media=\"$Number$\" duration=\"4\" startNumber=\"0\"/>"
        let live = Self.live(0, isNamed ? timing : "")
            .replacing(#/<SegmentTemplate.*</SegmentTemplate>/#, with: numbers)
        let memory = Memory([Self.address: live, "https://cdn.example.com/time": "2026-01-31T12:16:40Z\n"])
        if !isNamed { memory.state.withLock { $0.headers = ["Date": "Sat, 31 Jan 2026 12:16:35 GMT", "Age": "5"] } }
        let (transport, track) = try await opened(memory, Clock())
        // A thousand seconds have passed there, a hundred here.
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/249")
    }

    @Test("reads the index of a file once")
    func index() async throws {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let sidx = big(44) + Array("sidx".utf8) + big(0) + big(1) + big(1) + big(0) + big(0) + big(1) + big(500) + big(8) + big(0)
        let manifest =
            "<MPD mediaPresentationDuration=\"PT8S\"><Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><Representation "
            + "id=\"v\" bandwidth=\"1\"><BaseURL>v.mp4</BaseURL><SegmentBase indexRange=\"10-53\"><Initialization range=\"0-9\"/></SegmentBase>"
            + "</Representation></AdaptationSet></Period></MPD>"
        let file = "https://cdn.example.com/live/v.mp4"
        let memory = Memory([Self.address: manifest])
        memory.state.withLock { $0.texts[file] = [UInt8](repeating: 0, count: 10) + sidx + [UInt8](repeating: 1, count: 500) }
        let (transport, track) = try await opened(memory, Clock())
        for _ in 0..<2 {
            let playlist = try await playlist(transport, track)
            #expect(playlist.segments.map(\.byteRange) == [ByteRange(length: 500, offset: 54)])
            #expect(playlist.segments.first?.map?.byteRange == ByteRange(length: 10, offset: 0))
        }
        #expect(memory.state.withLock { $0.asked } == [Self.address, file])
    }

    @Test("a file of text gets the place of its first second where media counts from elsewhere")
    func text() async throws {
        let manifest =
            "<MPD mediaPresentationDuration=\"PT8S\"><Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate "
            + "media=\"$Number$\" duration=\"4\" presentationTimeOffset=\"10\"/><Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet>"
            + "<AdaptationSet mimeType=\"text/vtt\" lang=\"en\"><Representation id=\"t\" bandwidth=\"1\"><BaseURL>t.vtt</BaseURL>"
            + "</Representation></AdaptationSet></Period></MPD>"
        let memory = Memory([
            Self.address: manifest, "https://cdn.example.com/live/t.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n",
        ])
        let (transport, track) = try await opened(memory, Clock())
        let texts = try await playlist(transport, track.replacing("=0", with: "=1"))
        let bytes = try await transport.bytes(of: TransportRequest(url: try #require(texts.segments.first?.uri.url)))
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01"))
    }

    @Test("what is wrong with it is told with its line and a cure")
    func fault() async throws {
        let memory = Memory([
            Self.address:
                "<MPD>\n<Period>\n<AdaptationSet>\n<SegmentTemplate media=\"$Foo$\"/><Representation id=\"1\"/></AdaptationSet></Period></MPD>"
        ])
        await #expect {
            _ = try await opened(memory, Clock())
        } throws: { error in
            let message = (error as? TransportError)?.message ?? ""
            return message.contains("line 4, SegmentTemplate") && message.contains("$Foo$") && message.contains("use RepresentationID")
        }
    }

    @Test("anything else comes as it is", arguments: ["#EXTM3U\n", "<html>", "<?xml version=\"1.0\"?><tt xmlns=\"x\"/>", ""])
    func others(text: String) async throws {
        let memory = Memory([Self.address: text])
        let transport = ManifestTransport(memory, address: Self.address)
        #expect(try await transport.bytes(of: TransportRequest(url: Self.address)) == Array(text.utf8))
        #expect(!transport.hasManifest)
    }
}
