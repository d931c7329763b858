// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Sample encryption")
struct ProtectionTests {
    private func samples(_ header: String?, _ segment: String, of stream: String) throws -> [Sample] {
        let bytes = try (header.map { try file($0, of: stream) } ?? []) + file(segment, of: stream)
        let demuxer = try Demuxer(ByteFeed(bytes))
        var samples: [Sample] = []
        while let sample = try demuxer.next() { samples.append(sample) }
        return samples
    }

    private let vector = [UInt8](repeating: 0, count: 13) + [0xC0, 0xFF, 0xEE]

    @Test("MPEG-TS stream types signal encryption, with the codecs of the clear stream")
    func transportStream() throws {
        let samples = try samples(nil, "0.ts", of: "sample-aes-ts")
        #expect(Set(samples.map(\.format.codec)) == ["h264", "aac"])
        #expect(samples.allSatisfy { $0.protection == .ofCodec })
        #expect(try self.samples(nil, "0.ts", of: "event").allSatisfy { $0.protection == nil })
    }

    @Test("MP4 encryption is read from each sample's table")
    func tables() throws {
        for sample in try samples("video/init.mp4", "video/0.m4s", of: "cbcs-cmaf") {
            guard case .common(let encryption)? = sample.protection else {
                Issue.record("the sample is clear at \(sample.presentation)")
                return
            }
            #expect(encryption.scheme == "cbcs")
            #expect(encryption.vector == vector)
            #expect(encryption.keyID == (0..<16).map(UInt8.init))
            #expect(encryption.encryptedBlocks == 1)
            #expect(encryption.skippedBlocks == 9)
            #expect(encryption.subsamples.reduce(0) { $0 + $1.clear + $1.protected } == sample.size)
        }
    }

    @Test("MP4 samples without tables use the track's encryption")
    func constant() throws {
        for sample in try samples("sound/init.mp4", "sound/0.m4s", of: "cbcs-cmaf") {
            let encryption = CommonEncryption(
                scheme: "cbcs", vector: vector, keyID: (0..<16).map(UInt8.init), encryptedBlocks: 0, skippedBlocks: 0, subsamples: [])
            #expect(sample.protection == .common(encryption))
        }
    }

    private func keys(_ samples: [Sample]) -> [UInt8?] {
        samples.map { sample in
            guard case .common(let encryption)? = sample.protection else { return nil }
            return encryption.keyID.first
        }
    }

    @Test("Sample groups can change the key, also in the middle of a fragment", arguments: ["cenc", "cbcs"], ["video", "sound"])
    func sampleGroups(scheme: String, folder: String) throws {
        var all: [UInt8?] = []
        for index in 0..<3 { all += keys(try samples("\(folder)/init.mp4", "\(folder)/\(index).m4s", of: "\(scheme)-rotating")) }
        var runs: [UInt8?] = []
        for key in all where runs.isEmpty || runs.last! != key { runs.append(key) }
        // Unencrypted first; in the fourth of six fragments, the second half has the next key.
        #expect(runs == [nil, 1, 2, 3, 2, 3])
    }

    @Test("A cbcs sample group sets the IV and the pattern")
    func groupVector() throws {
        let samples = try samples("sound/init.mp4", "sound/1.m4s", of: "cbcs-rotating")
        for sample in samples {
            guard case .common(let encryption)? = sample.protection else {
                Issue.record("the sample is clear at \(sample.presentation)")
                return
            }
            let key = try file("sound/key-\(encryption.keyID[0]).bin", of: "cbcs-rotating")
            #expect(encryption.vector == key)
            #expect(encryption.isKeyOfGroup)
            #expect(encryption.encryptedBlocks == 0)
        }
    }

    @Test("Protection system headers of fragments are reported")
    func protectionHeaders() throws {
        let bytes = try file("video/init.mp4", of: "cenc-rotating") + file("video/1.m4s", of: "cenc-rotating")
        let demuxer = try Demuxer(ByteFeed(bytes))
        let sample = try #require(try demuxer.next())
        guard case .common(let encryption)? = sample.protection else {
            Issue.record("the sample is clear")
            return
        }
        let header = try #require(demuxer.protectionHeaders.first)
        #expect(header.count == 52)
        #expect(Array(header[4..<8]) == Array("pssh".utf8))
        #expect(Array(header[32..<48]) == encryption.keyID)
    }

    @Test("A decrypted sample keeps its times")
    func unlocked() throws {
        let sample = try #require(try samples(nil, "0.ts", of: "sample-aes-ts").first)
        let clear = try sample.unlocked([1, 2, 3])
        #expect(clear.withBytes { Array($0) } == [1, 2, 3])
        #expect(clear.protection == nil)
        #expect(clear.size == 3)
        #expect(clear.presentation == sample.presentation)
        #expect(clear.isKey == sample.isKey)
        #expect(try sample.unlocked([]).size == 0)
    }

    @Test("Encryption boxes are read however they are delivered, and damaged ones do no harm")
    func boxes() throws {
        let header = try file("sound/init.mp4", of: "cbcs-cmaf")
        func walk(_ bytes: [UInt8], _ piece: Int) -> [BoxWalker.Box] {
            var walker = BoxWalker(keeping: ["moov", "moof"])
            return stride(from: 0, to: bytes.count, by: piece).flatMap { start in
                bytes[start..<min(bytes.count, start + piece)].withUnsafeBytes { walker.boxes(in: $0) }
            }
        }
        let whole = walk(header, header.count)
        #expect(whole.map(\.kind) == ["moov"])
        for piece in 1...20 { #expect(walk(header, piece) == whole) }
        let moov = try #require(whole.first)
        for count in moov.body.indices {
            var encryption = TrackEncryption()
            encryption.read(.init(kind: "moov", offset: 0, body: Array(moov.body[..<count])))
            encryption.read(.init(kind: "moof", offset: 0, body: Array(moov.body[..<count])))
            var damaged = moov
            damaged.body[count] ^= 0xFF
            encryption.read(damaged)
            _ = encryption.encryption(track: 1, at: 0)
        }
        for count in 0..<header.count { _ = walk(Array(header[..<count]), 64) }
        #expect(walk([0xFF, 0xFF, 0xFF, 0xFF] + Array("moov".utf8) + [1, 2, 3], 3).isEmpty)
        #expect(walk([0, 0, 0, 1] + Array("moov".utf8) + [0, 0, 0, 0, 0, 0, 0, 18, 7, 9], 3).map(\.body) == [[7, 9]])
    }

    @Test("A decoder shows garbage while samples are encrypted", arguments: ["sample-aes-ts", "event"])
    func trial(name: String) throws {
        let samples = try samples(nil, "0.ts", of: name)
        for kind in [TrackKind.video, .audio] {
            let trial = DecodingTrial()
            var verdict: DecodingTrial.Verdict?
            for sample in samples where sample.format.kind == kind && verdict == nil { verdict = trial.take(sample) }
            #expect(verdict == (name == "event" ? .valid : .invalid))
        }
    }
}
