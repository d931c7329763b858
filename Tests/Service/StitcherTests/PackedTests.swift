// SPDX-License-Identifier: Apache-2.0

import CZlib
import Testing
import WindowboxHLS

@testable import WindowboxStitcher

@Suite("Compressed playlists") struct PackedTests {
    /// A gzip member decompressed by zlib; nil if it is damaged, truncated, or followed by other data.
    private func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var (input, output) = (bytes, [UInt8]())
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let result = chunk.withUnsafeMutableBufferPointer {
                    stream.next_out = $0.baseAddress
                    stream.avail_out = UInt32($0.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
                output += chunk.prefix(chunk.count - Int(stream.avail_out))
                if result == Z_STREAM_END { return stream.avail_in == 0 ? output : nil }
                guard result == Z_OK else { return nil }
            }
        }
    }

    private func packed(_ parts: [TextPart]) -> [UInt8] { Array(DeflatedPart.gzip(parts).joined()) }

    @Test("Parts in any order and number form one gzip member with a correct checksum and length")
    func parts() throws {
        let text = SharedText((0..<4000).map { "#EXTINF:6,\nfilm/720p/\($0).ts\n" }.joined())
        for count in [0, 1, 2, 7, 40] {
            var parts: [TextPart] = []
            for index in 0..<count {
                let start = (index * 7919 + count * 10_007) % text.count
                // Unshared data, a slice of shared data, and nothing.
                switch index % 4 {
                case 0: parts.append(TextPart(Array(text.bytes[start...].prefix(70))))
                case 3: parts.append(text[start..<start])
                default: parts.append(text[start..<min(text.count, start + index * 997)])
                }
            }
            let plain = parts.flatMap(\.bytes)
            #expect(unpacked(packed(parts)) == plain)
            // The second response reuses what was compressed for the first.
            #expect(packed(parts) == packed(parts))
        }
    }

    @Test("Stored blocks are split at the maximum block length", arguments: [0, 1, 65534, 65535, 65536, 200_000])
    func stored(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
        #expect(unpacked(packed([TextPart(bytes), TextPart([])])) == bytes)
    }

    @Test("A decompressed playlist equals the plain one, and is a tenth of its size compressed")
    func playlist() throws {
        let whole = try media(
            "#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n" + (0..<600).map { "#EXTINF:6,\nfilm/720p/\($0).ts\n" }.joined()
                + "#EXT-X-ENDLIST\n",
            base: "http://o/v/film.m3u8")
        let content = PreparedContent(whole)
        let ads = [PreparedAd(try creative("x", [5, 4])), PreparedAd(try creative("y", [7]))]
        for times in [[], [0.0], [600, 1200.0], [.infinity], [7, 6, 6, 3000]] {
            let breaks = times.map { PreparedContent.Break(at: $0, ads: ads) }
            let plain = content.stitch(breaks)
            let packed = packed(content.parts(with: breaks))
            #expect(unpacked(packed) == plain)
            #expect(packed.count < plain.count / 10)
        }
    }

    @Test("Different breaks per session do not accumulate compressed parts")
    func bounded() throws {
        let text = SharedText(String(repeating: "#EXTINF:6,\nfilm.ts\n", count: 200))
        for start in 0..<3000 {
            let part = text[start..<text.count]
            #expect(part.packed.count == text.count - start)
        }
        #expect(text.packedCount <= 1024)
        #expect(text.packedCount > 0)
    }
}
