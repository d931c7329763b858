// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxHLS
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@Suite("DASH manifests served as playlists")
struct DASHTransportTests {
    /// Responds from memory, and records requests.
    final class Memory: Transport {
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

    final class Clock: Sendable {
        let now = Mutex(1_769_860_900.0)
        func callAsFunction() -> Double { now.withLock { $0 } }
        func advance(_ seconds: Double) { now.withLock { $0 += seconds } }
    }

    static let address = "https://cdn.example.com/live/a.mpd"

    static func live(_ first: Int, _ more: String = "") -> String {
        "<MPD type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\" minimumUpdatePeriod=\"PT4S\">\(more)<Period id=\"1\" start=\"PT0S\">"
            + "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate media=\"$Time$\"><SegmentTimeline>"
            + "<S t=\"\(first)\" d=\"4\" r=\"3\"/></SegmentTimeline></SegmentTemplate><Representation id=\"v\" bandwidth=\"9\"/>"
            + "</AdaptationSet></Period></MPD>"
    }

    func opened(_ memory: any Transport, _ clock: Clock) async throws -> (DASHTransport, track: String) {
        let response = try await memory.open(TransportRequest(url: Self.address))
        let transport = try await DASHTransport.open(
            memory, address: Self.address, head: response.head, bytes: try await response.body.collect(), clock: { clock() })
        let text = try await transport.bytes(of: TransportRequest(url: Self.address))
        let playlist = try #require(Playlist.parse(text, baseURL: Self.address).playlist?.multivariant)
        return (transport, try #require(playlist.variants.first?.uri.url))
    }

    func playlist(_ transport: DASHTransport, _ address: String) async throws -> MediaPlaylist {
        let response = try await transport.open(TransportRequest(url: address))
        return try #require(Playlist.parse(try await response.body.collect(), baseURL: response.url).playlist?.media)
    }

    @Test("The manifest is reloaded only when it has expired, and segments keep their numbers")
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

    @Test("The manifest is reloaded from the location given in its last version", arguments: ["b.mpd", "https://other.example.com/b.mpd"])
    func location(text: String) async throws {
        let memory = Memory([Self.address: Self.live(80, "<Location>\(text)</Location>")])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        let next = text.hasPrefix("https") ? text : "https://cdn.example.com/live/b.mpd"
        memory.state.withLock { $0.texts[next] = Array(Self.live(84).utf8) }
        clock.advance(5)
        // Names are relative to the new location.
        let base = String(next.dropLast(5))
        #expect(try await playlist(transport, track).segments.first?.uri.url == base + "84")
    }

    @Test(
        "If a location fails, the next one is used, and finally the original URL",
        arguments: [
            "https://two.example.com/b.mpd", "https://cdn.example.com/live/a.mpd",
        ])
    func locations(next: String) async throws {
        let locations = "<Location>https://one.example.com/b.mpd</Location><Location>https://two.example.com/b.mpd</Location>"
        let memory = Memory([Self.address: Self.live(80, locations)])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        memory.state.withLock { state in
            state.texts[Self.address] = nil
            state.texts[next] = Array(Self.live(84).utf8)
        }
        clock.advance(5)
        let base = String(next.dropLast(5))
        #expect(try await playlist(transport, track).segments.first?.uri.url == base + "84")
    }

    @Test("Live time comes from the manifest's clock, or else from its server's", arguments: [true, false])
    func clocks(isNamed: Bool) async throws {
        let timing = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\" value=\"/time\"/>"
        let numbers = "<SegmentTemplate media=\"$Number$\" duration=\"4\" startNumber=\"0\"/>"
        let live = Self.live(0, isNamed ? timing : "")
            .replacing(#/<SegmentTemplate.*</SegmentTemplate>/#, with: numbers)
        let memory = Memory([Self.address: live, "https://cdn.example.com/time": "2026-01-31T12:16:40Z\n"])
        if !isNamed { memory.state.withLock { $0.headers = ["Date": "Sat, 31 Jan 2026 12:16:35 GMT", "Age": "5"] } }
        let (transport, track) = try await opened(memory, Clock())
        // A thousand seconds have passed by that clock, a hundred by the local one.
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/249")
    }

    @Test(
        "If a clock fails, the next one is used, and finally the server's",
        arguments: [
            ("urn:mpeg:dash:utc:http-xsdate:2014", "2026-01-31T12:16:40Z"), ("urn:mpeg:dash:utc:http-head:2014", ""),
            ("urn:mpeg:dash:utc:ntp:2014", nil as String?), ("urn:mpeg:dash:utc:http-iso:2012", nil),
        ])
    func fallback(scheme: String, answer: String?) async throws {
        let timing =
            "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\" value=\"/none /neither\"/>"
            + "<UTCTiming schemeIdUri=\"\(scheme)\" value=\"/time\"/>"
        let numbers = "<SegmentTemplate media=\"$Number$\" duration=\"4\" startNumber=\"0\"/>"
        let memory = Memory([Self.address: Self.live(0, timing).replacing(#/<SegmentTemplate.*</SegmentTemplate>/#, with: numbers)])
        if let answer { memory.state.withLock { $0.texts["https://cdn.example.com/time"] = Array(answer.utf8) } }
        memory.state.withLock { $0.headers = ["Date": "Sat, 31 Jan 2026 12:16:40 GMT"] }
        let (transport, track) = try await opened(memory, Clock())
        #expect(try await playlist(transport, track).segments.last?.uri.url == "https://cdn.example.com/live/249")
    }

    @Test("A manifest that may change any time is reloaded at each playlist reload, but not twice at once")
    func anyTime() async throws {
        let changing = Self.live(80).replacing("PT4S", with: "PT0S")
        let memory = Memory([Self.address: changing])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        memory.state.withLock { $0.texts[Self.address] = Array(changing.replacing("t=\"80\"", with: "t=\"84\"").utf8) }
        clock.advance(1)
        #expect(try await playlist(transport, track).segments.first?.uri.url == "https://cdn.example.com/live/84")
        _ = try await playlist(transport, track)
        #expect(memory.state.withLock { $0.asked.count } == 2)
    }

    @Test("A manifest update signalled in the media triggers one early reload", arguments: ["PT1H", nil])
    func expired(lifetime: String?) async throws {
        let attribute = lifetime.map { "minimumUpdatePeriod=\"\($0)\"" } ?? ""
        func version(_ first: Int) -> String { Self.live(first).replacing("minimumUpdatePeriod=\"PT4S\"", with: attribute) }
        let memory = Memory([Self.address: version(80)])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        memory.state.withLock { $0.texts[Self.address] = Array(version(84).utf8) }
        clock.advance(5)
        #expect(try await playlist(transport, track).segments.first?.uri.url == "https://cdn.example.com/live/80")
        transport.expire()
        for _ in 0..<2 {
            #expect(try await playlist(transport, track).segments.first?.uri.url == "https://cdn.example.com/live/84")
            clock.advance(5)
        }
        #expect(memory.state.withLock { $0.asked.count } == 2)
    }

    @Test("A truncated manifest is an error the first time, and later leaves the last version in place", arguments: [1, 30, 200])
    func cutOff(missing: Int) async throws {
        let whole = Self.live(80)
        let memory = Memory([Self.address: String(whole.dropLast(missing))])
        let clock = Clock()
        await #expect(throws: TransportError.self) { _ = try await opened(memory, clock) }
        memory.state.withLock { $0.texts[Self.address] = Array(whole.utf8) }
        let (transport, track) = try await opened(memory, clock)
        #expect(try await playlist(transport, track).mediaSequence == 0)
        memory.state.withLock { $0.texts[Self.address] = Array(whole.dropLast(missing).utf8) }
        clock.advance(5)
        await #expect(throws: TransportError.self) { _ = try await playlist(transport, track) }
        memory.state.withLock { $0.texts[Self.address] = Array(Self.live(84).utf8) }
        #expect(try await playlist(transport, track).mediaSequence == 1)
    }

    @Test("A manifest received byte by byte is the same as one received at once")
    func byteByByte() async throws {
        let whole = Array(Self.live(80).utf8)
        let pieces = Pieces(whole.map { ByteChunk([$0]) })
        let transport = ManifestTransport(pieces, address: Self.address)
        let text = try await transport.bytes(of: TransportRequest(url: Self.address))
        #expect(transport.hasManifest)
        #expect(Playlist.parse(text, baseURL: Self.address).playlist?.multivariant?.variants.count == 1)
    }

    /// Responds to everything with the same pieces.
    private struct Pieces: Transport {
        let chunks: [ByteChunk]
        init(_ chunks: [ByteChunk]) { self.chunks = chunks }
        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            TransportResponse(url: request.url, contentLength: nil, body: TransportBody(chunks))
        }
    }

    @Test("If a base URL fails, another one is used and stays in use for a minute")
    func places() async throws {
        let bases =
            "<BaseURL serviceLocation=\"a\">https://a.example.com/</BaseURL><BaseURL serviceLocation=\"b\">https://b.example.com/</BaseURL>"
        let memory = Memory([Self.address: Self.live(80, bases), "https://b.example.com/80": "x", "https://b.example.com/84": "y"])
        let clock = Clock()
        let (transport, _) = try await opened(memory, clock)
        func ask(_ name: String) async throws -> [String] {
            memory.state.withLock { $0.asked.removeAll() }
            _ = try await transport.bytes(of: TransportRequest(url: "https://a.example.com/\(name)"))
            return memory.state.withLock { $0.asked.map { String($0.dropFirst(8).prefix(1)) } }
        }
        // A resource that is missing everywhere does not count against any base URL.
        await #expect(throws: TransportError.self) { _ = try await ask("88") }
        #expect(try await ask("80") == ["a", "b"])
        #expect(try await ask("84") == ["b"])
        clock.advance(61)
        #expect(try await ask("84") == ["a", "b"])
    }

    @Test("Remote elements are requested once, even across manifest versions")
    func remotes() async throws {
        let remote = "<Period href=\"r.xml\"/></MPD>"
        func version(_ first: Int) -> String { Self.live(first).replacing("</MPD>", with: remote) }
        let memory = Memory([Self.address: version(80), "https://cdn.example.com/live/r.xml": "<Period id=\"2\" start=\"PT900S\"/>"])
        let clock = Clock()
        let (transport, track) = try await opened(memory, clock)
        memory.state.withLock { $0.texts[Self.address] = Array(version(84).utf8) }
        clock.advance(5)
        _ = try await playlist(transport, track)
        #expect(memory.state.withLock { $0.asked.count { $0.hasSuffix("r.xml") } } == 1)
    }

    @Test("The index of a file is read once")
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

    @Test("A text file gets a timestamp map if its media does not start at 0")
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

    @Test("An invalid manifest is an error with the line and a remedy")
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

    @Test("Other content passes unchanged", arguments: ["#EXTM3U\n", "<html>", "<?xml version=\"1.0\"?><tt xmlns=\"x\"/>", ""])
    func others(text: String) async throws {
        let memory = Memory([Self.address: text])
        let transport = ManifestTransport(memory, address: Self.address)
        #expect(try await transport.bytes(of: TransportRequest(url: Self.address)) == Array(text.utf8))
        #expect(!transport.hasManifest)
    }
}
