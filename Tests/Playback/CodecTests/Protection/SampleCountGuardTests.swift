// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@testable import WindowboxCodec

@Suite("Implausible numbers of encrypted samples")
struct SampleCountGuardTests {
    private func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { bytes(8 + body.count) + Array(kind.utf8) + body }

    private func isImplausible(_ bytes: [UInt8], in portions: Int) -> Bool {
        var walker = BoxWalker(keeping: [])
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(portions).withUnsafeBytes { _ = walker.boxes(in: $0) }
            rest = rest.dropFirst(portions)
        }
        return walker.isImplausible
    }

    private func isImplausible(file bytes: [UInt8], length: Int? = nil, from offset: Int = 0) -> Bool {
        var walker = BoxWalker(keeping: [], in: .file(length: length))
        Array("the last bytes before a demuxer went elsewhere".utf8).withUnsafeBytes { _ = walker.boxes(in: $0) }
        walker.restart(at: offset)
        bytes.dropFirst(offset).withUnsafeBytes { _ = walker.boxes(in: $0) }
        return walker.isImplausible
    }

    private func senc(_ count: Int) -> [UInt8] { box("senc", bytes(0) + bytes(count)) }

    private let many: [UInt8] = [0, 0, 0, 0, 2, 0, 0, 0]
    private let few: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 96]

    @Test("An implausible number is detected wherever the box lies and however the bytes are delivered", arguments: [1, 3, 7, 1000])
    func seen(portions: Int) {
        #expect(isImplausible(box("moof", box("traf", box("senc", many))), in: portions))
        #expect(isImplausible(box("free", [1, 2, 3]) + box("senc", many), in: portions))
        #expect(!isImplausible(box("moof", box("traf", box("senc", few))), in: portions))
    }

    @Test("Media data that looks like such a box is ignored", arguments: [1, 1000])
    func media(portions: Int) {
        #expect(!isImplausible(box("mdat", box("senc", many)) + box("moof", box("senc", few)), in: portions))
    }

    @Test("An implausible number is detected in a whole file, from any read position", arguments: ["moof", "moov", "traf", "trak"])
    func file(kind: String) {
        let start = box("ftyp", Array("isom".utf8)) + box("mdat", [UInt8](repeating: 7, count: 100))
        let bytes = start + box(kind, box("stbl", box("senc", many)))
        #expect(isImplausible(file: bytes))
        #expect(isImplausible(file: bytes, from: start.count))
        #expect(isImplausible(file: start + box("senc", many), from: start.count))
        #expect(!isImplausible(file: start + box(kind, box("stbl", box("senc", few)))))
    }

    @Test("A whole track may have more samples than a fragment, but never more than the file has bytes")
    func bounds() {
        #expect(!isImplausible(file: box("moov", box("trak", senc(1_000_000)))))
        #expect(isImplausible(file: box("moof", box("traf", senc(1_000_000)))))
        #expect(isImplausible(file: box("moov", box("trak", senc(1_000_000))), length: 500_000))
    }

    @Test("Such boxes in a file's media data or in other containers are ignored")
    func otherFile() {
        #expect(!isImplausible(file: box("mdat", box("senc", many)) + box("moof", senc(96))))
        #expect(!isImplausible(file: [0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8) + box("senc", many)))
        // No box begins inside the media data.
        #expect(!isImplausible(file: box("mdat", Array("media media ".utf8) + box("senc", many)), from: 8))
    }

    @Test("Opening a file with an implausible number fails")
    func opening() throws {
        var file = try Array(Data(contentsOf: GeneratedStreams.named("file-end-mp4").url))
        let added = box("senc", many)
        var end = file.count
        for (depth, kind) in ["stbl", "minf", "mdia", "trak", "moov"].enumerated() {
            let name = try #require(file.lastRange(of: Array(kind.utf8), in: 0..<end))
            let size = name.lowerBound - 4..<name.lowerBound
            file.replaceSubrange(size, with: bytes(Int(bigEndian(file[size])) + added.count))
            if depth == 0 { file.insert(contentsOf: added, at: name.upperBound) }
            end = name.lowerBound
        }
        let error = #expect(throws: CodecError.self) { _ = try Demuxer(FileInMemory(file), container: .file) }
        #expect(error?.code == .malformed)
        #expect(error?.description.contains("encrypted samples") == true)
    }
}
