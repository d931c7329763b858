// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxHLS
import WindowboxTransport

// Files whose index the manifest doesn't mention.
extension DASHTransportTests {
    private static let file = "https://cdn.example.com/live/v.mp4"
    private static let single =
        "<MPD mediaPresentationDuration=\"PT8S\"><Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">"
        + "<Representation id=\"v\" bandwidth=\"1\"><BaseURL>v.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>"

    private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8) + Array(name.utf8) + body }
    private static func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    private static let sidx = box("sidx", big(0) + big(1) + big(1) + big(0) + big(0) + big(1) + big(500) + big(8) + big(0))

    @Test("The index of a file is looked for once, also behind a long header", arguments: [10, 100_000])
    func impliedIndex(length: Int) async throws {
        let memory = Memory([Self.address: Self.single])
        let header = Self.box("moov", [UInt8](repeating: 0, count: length))
        memory.state.withLock { $0.texts[Self.file] = header + Self.sidx + [UInt8](repeating: 1, count: 500) }
        let (transport, track) = try await opened(memory, Clock())
        for _ in 0..<2 {
            let segments = try await playlist(transport, track).segments
            #expect(segments.map(\.byteRange) == [ByteRange(length: 500, offset: header.count + Self.sidx.count)])
            #expect(segments.first?.map?.byteRange == ByteRange(length: header.count, offset: 0))
        }
        #expect(memory.state.withLock { $0.asked.count } == (length > 65_536 ? 3 : 2))
    }

    @Test("A file without an index, or that can't be read in parts, is one segment", arguments: ["moof", "moov", nil])
    func noIndex(name: String?) async throws {
        let memory = Memory([Self.address: Self.single])
        if let name { memory.state.withLock { $0.texts[Self.file] = Self.box(name, [UInt8](repeating: 0, count: 100)) } }
        let (transport, track) = try await opened(memory, Clock())
        for _ in 0..<2 {
            let segments = try await playlist(transport, track).segments
            #expect(segments.map(\.duration) == [8])
            #expect(segments.first?.byteRange == nil)
        }
        #expect(memory.state.withLock { $0.asked } == [Self.address, Self.file])
    }

    @Test("A manifest in UTF-16 is recognized, also byte by byte", arguments: [true, false], [true, false])
    func wide(isBigEndian: Bool, isMarked: Bool) async throws {
        var bytes: [UInt8] = []
        for unit in (isMarked ? "\u{FEFF}" + Self.live(80) : Self.live(80)).utf16 {
            let pair = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
            bytes += isBigEndian ? pair : pair.reversed()
        }
        let counts = bytes.indices.prefix { DASHTransport.isManifest(Array(bytes[...$0])) == nil }
        #expect(counts.count < 20)
        #expect(DASHTransport.isManifest(Array(bytes.prefix(counts.count + 1))) == true)
        let memory = Memory([:])
        memory.state.withLock { $0.texts[Self.address] = bytes }
        let (transport, track) = try await opened(memory, Clock())
        #expect(try await playlist(transport, track).segments.count == 4)
    }
}
