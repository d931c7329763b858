// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

@testable import WindowboxBrowser

@Suite("Encrypted samples in the player for browsers")
struct ProtectionTests {
    /// The identifier in the headers of the streams with one key: the bytes 0 to 15.
    static let id = "000102030405060708090a0b0c0d0e0f"

    private func key(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try GeneratedStreams.directory.appending(path: path)))
    }

    private func run(_ stream: String, keys: Bool = false, _ change: (inout FakeBrowser) -> Void = { _ in }) throws -> FakeBrowser {
        var browser = try FakeBrowser(stream) { $0.hasApplicationKeys = keys }
        change(&browser)
        browser.send(.start(.automatic))
        browser.run()
        return browser
    }

    @Test("An identity key is given to the browser under the identifiers in the header", arguments: ["cbcs", "cenc"])
    func identity(_ scheme: String) throws {
        let browser = try run("\(scheme)-cmaf")
        #expect(browser.error == nil, "\(browser.journal)")
        #expect(browser.hasEnded)
        #expect(browser.faults == [])
        #expect(browser.keySystem.opened.count == 1)
        #expect(browser.keySystem.opened.first?.hasPrefix("org.w3.clearkey \(scheme) ") == true)
        // Pictures and sound have the same key.
        #expect(browser.keySystem.requests == [#"{"kids":["AAECAwQFBgcICQoLDA0ODw"]}"#])
        #expect(browser.keySystem.keys == ["AAECAwQFBgcICQoLDA0ODw": KeyText.base64(try key("\(scheme)-cmaf/video/key.bin"))])
    }

    @Test("Keys that fragments name are asked of the application when they come", arguments: ["cbcs", "cenc"])
    func rotation(_ scheme: String) throws {
        var keys: [String: String] = [:]
        for number in 1...8 {
            let id = String(repeating: "0\(number)", count: 16)
            keys[id] = KeyText.hexadecimal(try key("\(scheme)-rotating/video/key-\(number).bin"))
        }
        let given = keys
        let browser = try run("\(scheme)-rotating", keys: true) { $0.keySystem.applicationKeys = given }
        #expect(browser.error == nil, "\(browser.journal)")
        #expect(browser.hasEnded)
        // Each once, although pictures and sound both name it.
        #expect(browser.keySystem.requests.count == 5)
        #expect(browser.keySystem.keys.count == 6)
        #expect(browser.keySystem.questions.first == [String(repeating: "01", count: 16), nil, nil])
    }

    @Test("A ClearKey server gets the browser's request, and its answer goes to the browser")
    func server() throws {
        let license = #"{"keys":[{"kty":"oct","kid":"AAECAwQFBgcICQoLDA0ODw","k":"AAECAwQFBgcICQoLDA0ODw"}],"type":"temporary"}"#
        let browser = try run("cenc-cmaf") { browser in
            browser.change = { path, data in Self.withServer(path, data) }
            browser.keySystem.answer = { path, body in
                path == "license" && body == Array(#"{"kids":["AAECAwQFBgcICQoLDA0ODw"]}"#.utf8) ? Array(license.utf8) : nil
            }
        }
        #expect(browser.error == nil, "\(browser.journal)")
        #expect(browser.hasEnded)
        #expect(browser.keySystem.keys.count == 1)
    }

    private static func withServer(_ path: String, _ data: Data) -> Data {
        guard path.hasSuffix(".m3u8") else { return data }
        let text = String(decoding: data, as: UTF8.self)
        return Data(text.replacingOccurrences(of: #"URI="key.bin""#, with: #"URI="/license",KEYFORMAT="org.w3.clearkey""#).utf8)
    }

    @Test("Without a key that can be used, playback ends with an error about the key that says what to do")
    func failures() throws {
        func expect(_ browser: FakeBrowser, _ code: StreamingError.Code, _ words: String, _ place: SourceLocation = #_sourceLocation) {
            #expect(browser.error?.code == code, "\(browser.journal)", sourceLocation: place)
            #expect(browser.error?.message.contains(words) == true, "\(browser.error?.message ?? "")", sourceLocation: place)
        }
        expect(try run("cenc-cmaf", keys: true), .key, "the application has no key for \(Self.id)")
        expect(
            try run("cenc-cmaf", keys: true) { $0.keySystem.applicationKeys = [Self.id: "short"] }, .key, "isn't 16 bytes")
        expect(try run("cenc-cmaf", keys: true) { $0.keySystem.applicationKeys = nil }, .key, "no connection")
        expect(
            try run("cenc-cmaf") { $0.change = { path, data in path.hasSuffix("key.bin") ? data.dropLast() : data } }, .key, "15 bytes")
        expect(
            try run("cenc-cmaf") { browser in
                browser.change = { path, data in Self.withServer(path, data) }
                browser.keySystem.answer = { _, _ in Array(#"{"keys":[],"type":"temporary"}"#.utf8) }
            }, .key, "the licence has no key for \(Self.id)")
        expect(
            try run("cenc-cmaf") { browser in
                browser.change = { path, data in Self.withServer(path, data) }
                browser.keySystem.answer = { _, _ in Array("<html>".utf8) }
            }, .key, "JSON Web Key Set")
        expect(try run("cbcs-cmaf") { $0.keySystem.status = "output-restricted" }, .outputRestricted, "HDCP")
        expect(try run("cbcs-cmaf") { $0.keySystem.status = "expired" }, .key, "expired")
        for refusal in [ProtectionRefusal.missing, .insecure, .refused("NotSupportedError: no")] {
            let browser = try run("cbcs-cmaf") { $0.keySystem.refusal = refusal }
            #expect(browser.error != nil)
            #expect(browser.error?.code == .unsupported, "\(browser.journal)")
        }
    }

    @Test("A question that nobody answers ends")
    func patience() {
        var protection = ContentProtection(hasApplicationKeys: true)
        let request = ContentProtection.Request(ids: [[UInt8](repeating: 1, count: 16)], encryption: nil)
        let track = TrackProtection(kind: .video, codec: "avc1.64001f", scheme: "cenc", keyIDs: request.ids)
        guard case .waiting = protection.need([track], request, at: .zero) else { Issue.record("it doesn't wait"); return }
        protection.handle(.opened, at: .zero)
        #expect(protection.check(isPlaying: false, at: Instant(seconds: 29)) == nil)
        guard case .waiting = protection.need(request, at: .zero) else { Issue.record("it doesn't wait"); return }
        #expect(protection.check(isPlaying: false, at: Instant(seconds: 31)) == nil)
        guard case .failed(let failure) = protection.need(request, at: .zero) else { Issue.record("it waits on"); return }
        #expect(failure.cause == .key)
        // The next segment asks again.
        protection.forgetFailures()
        guard case .waiting = protection.need(request, at: .zero) else { Issue.record("it doesn't ask again"); return }
    }

    @Test("Of the keys of an endless stream those that were needed last are kept")
    func manyKeys() {
        var protection = ContentProtection(hasApplicationKeys: true)
        var ended: [Int] = []
        for number in 0..<100 {
            // One key stays, the other one changes.
            for id in [UInt8(0), UInt8(1 + number)] {
                let request = ContentProtection.Request(ids: [[UInt8](repeating: id, count: 16)], encryption: nil)
                protection.need(request, at: Instant(seconds: Double(number)))
                for action in protection.takeActions() {
                    guard case .protection(let step) = action else { continue }
                    if case .end(let session) = step { ended.append(session) }
                    guard case .session(let session, _, _) = step else { continue }
                    protection.handle(.request(session, []), at: Instant(seconds: Double(number)))
                    let key = GivenKey(id: KeyText.hexadecimal(request.ids[0]), key: KeyText.hexadecimal(request.ids[0]))
                    protection.handle(.keys(session, [key]), at: Instant(seconds: Double(number)))
                    protection.handle(
                        .statuses(session, [KeyStatus(id: request.ids[0], status: "usable")], isUpdated: true),
                        at: Instant(seconds: Double(number)))
                }
                ended += protection.takeActions().compactMap { action in
                    if case .protection(.end(let session)) = action { session } else { nil }
                }
            }
        }
        // The first session is that of the key that stays.
        #expect(ended == Array(2...70))
    }

    @Test("A key that the browser lacks and nothing names is an error after three seconds")
    func unnamed() {
        var protection = ContentProtection(hasApplicationKeys: false)
        protection.handle(.lacksKey, at: Instant(seconds: 5))
        #expect(protection.check(isPlaying: false, at: Instant(seconds: 7)) == nil)
        #expect(protection.check(isPlaying: false, at: Instant(seconds: 9))?.code == .key)
        // What plays lacks nothing.
        #expect(protection.check(isPlaying: true, at: Instant(seconds: 10)) == nil)
        #expect(protection.check(isPlaying: false, at: Instant(seconds: 20)) == nil)
    }

    @Test("A decoder that fails before the first frame is explained by the key")
    func wrongKey() throws {
        var browser = try FakeBrowser("cenc-cmaf")
        browser.decodes = false
        browser.send(.start(.automatic))
        browser.run(steps: 40)
        browser.send(.broken("decode error"))
        #expect(browser.error?.code == .key)
        #expect(browser.error?.message.contains("the key is probably wrong") == true)
        #expect(browser.error?.url?.hasSuffix("/key.bin") == true)
    }

    @Test(
        "SAMPLE-AES in MPEG-TS and packed audio is decrypted by the page's converter",
        arguments: ["sample-aes-ts", "sample-aes-packed-aac"])
    func elementary(_ name: String) throws {
        let browser = try run(name)
        #expect(browser.error == nil, "\(browser.journal)")
        #expect(browser.hasEnded)
        #expect(browser.keySystem.opened == [])
        let short = try run(name) { $0.change = { path, data in path.hasSuffix("key.bin") ? data.dropLast() : data } }
        #expect(short.error?.code == .key)
        #expect(short.error?.message.contains("15 bytes") == true)
    }

    @Test("Keys are read in hexadecimal digits, as UUIDs and in base64url")
    func texts() {
        let bytes = (0..<16).map { UInt8($0 * 17) }
        for text in [
            "00112233445566778899aabbccddeeff", "00112233-4455-6677-8899-AABBCCDDEEFF", "ABEiM0RVZneImaq7zN3u_w",
            "ABEiM0RVZneImaq7zN3u/w==",
        ] {
            #expect(KeyText.bytes(text) == bytes)
        }
        for text in ["", "0011", "00112233445566778899aabbccddeef", "not a key", "ABEiM0RVZneImaq7zN3u_wAA"] {
            #expect(KeyText.bytes(text) == nil)
        }
        #expect(KeyText.base64(bytes) == "ABEiM0RVZneImaq7zN3u_w")
        #expect(KeyText.base64([0xFB]) == "-w")
    }

    @Test("Headers and fragments name the scheme and the keys")
    func headers() throws {
        let header = [UInt8](try key("cbcs-cmaf/video/init.mp4"))
        let tracks = TrackProtection.all(in: header)
        #expect(tracks.map(\.kind) == [.video])
        #expect(tracks.first?.scheme == "cbcs")
        #expect(tracks.first?.codec.hasPrefix("avc1.") == true)
        #expect(tracks.first?.keyIDs == [(0..<16).map { UInt8($0) }])
        #expect(TrackProtection.all(in: [UInt8](try key("cenc-rotating/sound/init.mp4"))).first?.keyIDs == [])
        #expect(TrackProtection.all(in: [UInt8](try key("vod-cmaf-muxed/init.mp4"))) == [])
        for length in 0..<header.count { _ = TrackProtection.all(in: Array(header[..<length])) }
    }

    @Test("Reports are read as the page writes them")
    func wire() {
        let id = [UInt8](repeating: 7, count: 16)
        #expect(BrowserEvent(wire: [19, 0]) == .protection(.opened))
        #expect(BrowserEvent(wire: [19, 4]) == .protection(.lacksKey))
        #expect(BrowserEvent(wire: [19, 3, 1, 0, 0, 0, 65]) == .protection(.refused(.refused("A"))))
        #expect(
            BrowserEvent(wire: [19, 6, 2, 0, 0, 0, 1, 1, 0, 0, 0, 16, 0, 0, 0] + id + [1, 0, 0, 0, 65])
                == .protection(.statuses(2, [KeyStatus(id: id, status: "A")], isUpdated: true)))
        #expect(
            BrowserEvent(wire: [19, 8, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 65, 1, 0, 0, 0, 66])
                == .protection(.keys(2, [GivenKey(id: "A", key: "B")])))
        #expect(BrowserEvent(wire: [19, 9, 0, 0, 0, 0]) == nil)
    }
}
