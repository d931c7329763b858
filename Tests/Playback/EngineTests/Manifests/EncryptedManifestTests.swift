// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@Suite("Encrypted DASH streams", .serialized, .timeLimit(.minutes(2)))
struct EncryptedManifestTests {
    private static let pictureID = String(repeating: "a1", count: 16)
    private static let soundID = String(repeating: "b2", count: 16)

    /// Base64url without padding.
    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func name(_ id: String) -> String { text([UInt8](repeating: UInt8(id.prefix(2), radix: 16) ?? 0, count: 16)) }

    /// Responds with the requested keys, as a licence server does.
    private static func license(_ keys: [String: [UInt8]]) -> @Sendable (OriginRequest) -> OriginResponse? {
        { request in
            guard request.path == "/license" else { return nil }
            let question = String(decoding: request.body, as: UTF8.self)
            let entries = keys.filter { question.contains("\"\(name($0.key))\"") }.map {
                "{\"kty\":\"oct\",\"kid\":\"\(name($0.key))\",\"k\":\"\(text($0.value))\"}"
            }
            guard request.method == "POST", !entries.isEmpty else { return .text("no", status: 403) }
            return .text("{\"keys\":[\(entries.joined(separator: ","))],\"type\":\"temporary\"}", type: "application/json")
        }
    }

    private static func key(_ folder: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try GeneratedStreams.directory.appending(path: "\(folder)/key.bin")))
    }

    private func sets(_ stream: String, _ scheme: String, _ segments: Range<Int> = 0..<6, ids: [String] = [pictureID, soundID]) throws
        -> String
    {
        try ManifestText.video("\(stream)/video", segments, ManifestText.protection(scheme, ids[0], license: "license"))
            + ManifestText.sound("\(stream)/sound", segments, ManifestText.protection(scheme, ids[1], license: "/license"))
    }

    private func fault(of run: RecordedRun) -> StreamingError? { if case .failed(let error) = run.end { error } else { nil } }

    @Test("A stream plays with separate video and audio keys of its licence server", arguments: ["cenc", "cbcs"])
    func whole(scheme: String) async throws {
        let stream = "\(scheme)-cmaf"
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd("<Period>\(sets(stream, scheme))</Period>")],
            answer: Self.license([
                Self.pictureID: Self.key("\(stream)/video"), Self.soundID: Self.key("\(stream)/sound"),
            ]))
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (0..<360).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
        // Each key is requested once, however many segments need it.
        let questions = stage.origin.requests.map { String(decoding: $0.body, as: UTF8.self) }
        for id in [Self.pictureID, Self.soundID] { #expect(questions.count { $0.contains(Self.name(id)) } == 1) }
    }

    @Test("Keys and scheme can change with each period")
    func rotation() async throws {
        let (third, fourth) = (String(repeating: "c3", count: 16), String(repeating: "d4", count: 16))
        let periods =
            try "<Period id=\"1\" duration=\"PT6S\">\(sets("cbcs-cmaf", "cbcs", 0..<3))</Period>"
            + "<Period id=\"2\" duration=\"PT6S\">\(sets("cenc-cmaf", "cenc", 3..<6, ids: [third, fourth]))</Period>"
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd(periods)],
            answer: Self.license([
                Self.pictureID: Self.key("cbcs-cmaf/video"), Self.soundID: Self.key("cbcs-cmaf/sound"),
                third: Self.key("cenc-cmaf/video"), fourth: Self.key("cenc-cmaf/sound"),
            ]))
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (0..<360).map { $0 })
        let questions = stage.origin.requests.map { String(decoding: $0.body, as: UTF8.self) }
        for id in [Self.pictureID, Self.soundID, third, fourth] { #expect(questions.count { $0.contains(Self.name(id)) } == 1) }
    }

    /// The keys of a stream whose fragments name them.
    private static func rotatingKeys(_ stream: String, _ folder: String, _ number: Int) throws -> (id: String, key: [UInt8]) {
        let bytes = try Data(contentsOf: try GeneratedStreams.directory.appending(path: "\(stream)/\(folder)/key-\(number).bin"))
        return (String(repeating: "0\(number)", count: 16), [UInt8](bytes))
    }

    /// Video and audio have the same keys under the same identifiers.
    private static func rotatingKeys(_ stream: String) throws -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: try (1...7).map { try rotatingKeys(stream, "video", $0) }.map { ($0.id, $0.key) })
    }

    @Test(
        "Keys can change within a period and within a fragment, as the media state",
        arguments: ["cenc", "cbcs"], ["", "00000000-0000-0000-0000-000000000000", "01010101-0101-0101-0101-010101010101"])
    func sampleGroups(scheme: String, named: String) async throws {
        let stream = "\(scheme)-rotating"
        let protection = ManifestText.protection(scheme, named.isEmpty ? "00" : named, license: "/license")
            .replacing(" cenc:default_KID=\"00\"", with: "")
        let sets = try ManifestText.video("\(stream)/video", 0..<6, protection) + ManifestText.sound("\(stream)/sound", 0..<6, protection)
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd("<Period>\(sets)</Period>")], answer: Self.license(Self.rotatingKeys(stream)))
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (0..<360).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
    }

    @Test("A refused next key ends in an error with the key ID and the server's response")
    func refusedRotation() async throws {
        let keys = try Self.rotatingKeys("cenc-rotating").filter { $0.key < String(repeating: "03", count: 16) }
        let protection = ManifestText.protection("cenc", String(repeating: "01", count: 16), license: "/license")
        let set = try ManifestText.video("cenc-rotating/video", 0..<6, protection)
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd("<Period>\(set)</Period>")], answer: Self.license(keys))
        let error = try #require(fault(of: await RecordedRun.play([stage.address])))
        #expect(error.code == .key)
        #expect(error.message.contains("status 403"))
    }

    @Test("A clear period before an encrypted one plays, and so does the encrypted one")
    func clearLead() async throws {
        let clear = try ManifestText.video("vod-cmaf-single/video", 0..<3) + ManifestText.sound("vod-cmaf-single/audio-en", 0..<3)
        let periods =
            try "<Period id=\"1\" duration=\"PT6S\">\(clear)</Period>"
            + "<Period id=\"2\" duration=\"PT6S\">\(sets("cenc-cmaf", "cenc", 3..<6))</Period>"
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd(periods)],
            answer: Self.license([Self.pictureID: Self.key("cenc-cmaf/video"), Self.soundID: Self.key("cenc-cmaf/sound")]))
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (0..<360).map { $0 })
    }

    @Test("A refused licence ends in an error that names the server and a remedy")
    func refused() async throws {
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd("<Period>\(sets("cenc-cmaf", "cenc"))</Period>")], answer: Self.license([:]))
        let error = try #require(fault(of: await RecordedRun.play([stage.address])))
        #expect(error.code == .key)
        #expect(error.message.contains("status 403"))
    }

    @Test("A wrong key ends in an error that names the manifest's element, and no garbage is heard")
    func wrongKey() async throws {
        let wrong = [UInt8](repeating: 0x5A, count: 16)
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd("<Period>\(sets("cbcs-cmaf", "cbcs"))</Period>")],
            answer: Self.license([Self.pictureID: wrong, Self.soundID: wrong]))
        let run = await RecordedRun.play([stage.address])
        let error = try #require(fault(of: run))
        #expect(error.code == .key)
        #expect(error.message.contains("default_KID"))
        #expect(!error.message.contains("EXT-X-KEY"))
        #expect(run.pictures.isEmpty)
        #expect(run.sound.allSatisfy { $0 == 0 })
    }

    @Test("Without a licence server, the error says that a key provider is needed")
    func noServer() async throws {
        let set = try ManifestText.video("cenc-cmaf/video", 0..<6, ManifestText.protection("cenc", Self.pictureID))
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd("<Period>\(set)</Period>")])
        let error = try #require(fault(of: await RecordedRun.play([stage.address])))
        #expect(error.code == .key)
        #expect(error.message.contains("key provider"))
    }
}
