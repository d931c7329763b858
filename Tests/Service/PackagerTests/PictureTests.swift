// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxPackager

@Suite("Images") struct PictureTests {
    /// An image as ffmpeg writes it.
    private static func made(_ type: String, _ more: [String] = []) async throws -> [UInt8] {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "a.\(type)").path
            try await MediaProgram("ffmpeg", settings: PackagerSettings()).run(
                ["-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=322x182:rate=1", "-frames:v", "1"] + more + [file])
            return Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        }
    }

    @Test("An image's format and size are known before it is decoded", arguments: ["png", "jpg", "gif"]) func headers(type: String)
        async throws
    {
        let bytes = try await Self.made(type)
        let header = try #require(PictureHeader(bytes))
        #expect(header.width == 322)
        #expect(header.height == 182)
        #expect(header.format == (type == "jpg" ? .jpeg : PictureHeader.Format(rawValue: type)))
        // Truncated anywhere, it is recognized or not, but never as something else.
        for length in 0..<min(bytes.count, 700) {
            if let cut = PictureHeader(Array(bytes[..<length])) { #expect(cut == header) }
        }
    }

    @Test(
        "A WebP image's size is read from all three chunk types",
        arguments: [
            ("VP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 0x42, 0x01, 0xB6, 0x00] as [UInt8]),
            ("VP8L", [0, 0, 0, 0, 0x2F, 0x41, 0x41, 0x2D, 0x00]),
            ("VP8X", [0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0x01, 0x00, 0xB5, 0x00, 0x00]),
        ]) func web(name: String, rest: [UInt8])
    {
        let bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(name)".utf8) + rest
        let header = PictureHeader(bytes)
        #expect(header?.width == 322)
        #expect(header?.height == 182)
        #expect(header?.format == .webp)
        #expect(PictureHeader(Array(bytes.dropLast(4))) == nil)
    }

    @Test("A JPEG may have fill bytes before its markers", arguments: [0, 1, 2, 5]) func fill(count: Int) {
        let fill = [UInt8](repeating: 0xFF, count: count)
        let other: [UInt8] = [0xFF, 0xE0, 0x00, 0x04, 0x12, 0x34]
        let frame: [UInt8] = [0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0xB6, 0x01, 0x42, 0x01, 0x01, 0x11, 0x00]
        let header = PictureHeader([0xFF, 0xD8] + fill + other + fill + frame)
        #expect(header?.format == .jpeg)
        #expect(header?.width == 322)
        #expect(header?.height == 182)
        #expect(PictureHeader([0xFF, 0xD8] + fill + other + fill) == nil)
    }

    @Test("A JPEG with other bytes in place of a marker has no size") func noMarker() {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x04, 0x12, 0x34]
        #expect(PictureHeader(start + [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xB6, 0x01, 0x42]) == nil)
    }

    @Test("An image is re-encoded without its metadata", arguments: ["png", "jpg", "gif"]) func remade(type: String) async throws {
        let source = try await Self.made(type, type == "gif" ? [] : ["-metadata", "comment=secret place"])
        try await TemporaryFolder.with { folder in
            let poster = try await PosterImage(source, folder: folder)
            #expect(poster.large.width == 322)
            #expect(poster.large.height == 182)
            // It is small already, and isn't enlarged.
            #expect(poster.small.width == 322)
            #expect(poster.small.height == 182)
            for size in [poster.large, poster.small] {
                #expect(PictureHeader(size.bytes)?.format == .jpeg)
                #expect(!String(decoding: size.bytes, as: UTF8.self).contains("secret place"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("A truncated image or a playlist is refused, and nothing it refers to is opened") func refused() async throws {
        let whole = try await Self.made("png")
        try await TemporaryFolder.with { folder in
            for bytes in [[], Array("#EXTM3U\n".utf8), Array("<svg/>".utf8), Array(whole[..<60])] {
                await #expect(throws: UploadError.self) { _ = try await PosterImage(bytes, folder: folder) }
            }
        }
    }
}
