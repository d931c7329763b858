// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec

@Suite("Container detection")
struct ContainerTests {
    static let known: [(String, [UInt8], Container)] =
        ["ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "mdat", "free", "skip", "uuid"].map {
            ($0, [0, 0, 0, 24] + Array($0.utf8), .mp4)
        } + [
            ("MPEG-TS", [0x47, 0x40, 0x11, 0x10], .transportStream),
            ("ADTS", [0xFF, 0xF1, 0x4C, 0x80], .adts),
            ("ADTS with a checksum", [0xFF, 0xF0, 0x4C, 0x80], .adts),
            ("ADTS of MPEG-2", [0xFF, 0xF9, 0x4C, 0x80], .adts),
            ("MP3", [0xFF, 0xFB, 0x90, 0x64], .mp3),
            ("MPEG-2 layer 3", [0xFF, 0xF3, 0x90, 0x64], .mp3),
            ("AC-3", [0x0B, 0x77, 0, 0, 0x14, 0x40], .ac3),
            ("Enhanced AC-3", [0x0B, 0x77, 0, 0, 0x14, 0x80], .eac3),
        ]

    @Test("The first bytes of a segment identify its container", arguments: known)
    func tells(name: String, head: [UInt8], container: Container) {
        #expect(Container.sniff(head) == container)
        #expect(Container.sniff(head + [UInt8](repeating: 0, count: 100)) == container)
    }

    @Test(
        "The first bytes of other data identify no container",
        arguments: [[], [0x47], [0x47, 0, 0], Array("WEBVTT\n\n".utf8), Array("<html>".utf8), [0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF]])
    func none(head: [UInt8]) { #expect(Container.sniff(head) == nil) }

    @Test("Truncated first bytes never identify a different container", arguments: known)
    func truncated(name: String, head: [UInt8], container: Container) {
        for count in 0..<head.count {
            let found = Container.sniff(head[..<count])
            #expect(found == nil || found == container)
        }
    }

    @Test("Unknown first bytes are quoted in the error")
    func unknown() {
        let error = #expect(throws: CodecError.self) { _ = try Demuxer(ByteFeed(Array("<html><body>".utf8))) }
        #expect(error?.code == .unsupported)
        #expect(error?.description.contains("3c 68 74 6d") == true)
        #expect(#expect(throws: CodecError.self) { _ = try Demuxer(ByteFeed([])) }?.code == .malformed)
    }

    @Test(
        "A file that refers to other files or URLs opens none of them",
        arguments: ["ffconcat version 1.0\nfile README.md\n", "ffconcat version 1.0\nfile 'http://127.0.0.1/0.ts'\n"])
    func lists(text: String) throws {
        let error = #expect(throws: CodecError.self) { _ = try Demuxer(ByteFeed(Array(text.utf8)), container: .file) }
        #expect(error?.code == .unsupported)
        #expect(error?.description.contains("refers to other files") ?? false)
    }

    @Test("A session description opens no port", .timeLimit(.minutes(1)))
    func sessionDescription() throws {
        let text = "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000\n"
        // If FFmpeg opened the port, it would wait for packets that never arrive.
        #expect(throws: CodecError.self) { _ = try Demuxer(ByteFeed(Array(text.utf8)), container: .file) }
    }
}
