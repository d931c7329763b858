// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin

@Suite("Encrypted streams in the player for browsers, in Chromium", .serialized)
struct EncryptedPlayerTests {
    /// The identifier in the headers of the streams with one key: the bytes 0 to 15.
    private static let id = "000102030405060708090a0b0c0d0e0f"

    private static func file(_ path: String) throws -> Data {
        try Data(contentsOf: GeneratedStreams.directory.appending(path: path))
    }

    private static func hexadecimal(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Playlists below `/licensed` name a ClearKey server at `/license` in place of a file with the key.
    private static func licensed(_ request: OriginRequest, license: @Sendable ([UInt8]) -> OriginResponse?) -> OriginResponse? {
        if request.path == "/license" { return request.method == "POST" ? license(request.body) : .text("POST only", status: 405) }
        guard request.path.hasPrefix("/licensed/"), let data = try? file(String(request.path.dropFirst("/licensed/".count))) else {
            return nil
        }
        guard request.path.hasSuffix(".m3u8") else { return OriginResponse(body: .bytes([UInt8](data))) }
        let text = String(decoding: data, as: UTF8.self)
        return .text(
            text.replacing(#"URI="key.bin""#, with: #"URI="/license",KEYFORMAT="org.w3.clearkey""#), type: "application/vnd.apple.mpegurl")
    }

    @Test(
        "Samples that are encrypted by cenc and cbcs are decrypted by the browser, also after seeks", arguments: ["cenc-cmaf", "cbcs-cmaf"])
    func identity(_ name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        try await PlayerPage.with { page in
            _ = try await page.browser.run(
                "for (const name of ['encrypted', 'waitingforkey']) player().addEventListener(name, () => told.push(name)); return true")
            try await page.play("/" + stream.path)
            try await page.plays(past: 1)
            // A page can't see the pictures: a canvas shows none that were encrypted. What isn't decrypted isn't decoded.
            #expect(try await page.number("video().webkitDecodedFrameCount") >= 30)
            #expect(try await page.number("video().webkitAudioDecodedByteCount") > 0)
            #expect(try await page.browser.run("return player().mediaKeys !== null") == "true")
            _ = try await page.browser.run("player().pause(); player().currentTime = 9.05; return true")
            try await page.browser.wait(
                for: "return !player().seeking && player().readyState >= 2 && Math.abs(player().currentTime - 9.05) < 0.01")
            _ = try await page.browser.run("player().currentTime = 10.6; player().play(); return true")
            try await page.browser.wait(for: "return player().ended || player().error !== null")
            let journal = try await page.journal
            #expect(try await page.browser.run("return player().error?.message") == "null", "\(journal)")
            // Pictures and sound name different files; both were loaded, each once.
            #expect(page.origin.requests.filter { $0.path.hasSuffix("/key.bin") }.count == 2)
            // The next item is in the clear, and the keys are given back.
            _ = try await page.browser.run("player().src = '/vod-cmaf/index.m3u8'; player().play().catch(() => 0); return true")
            try await page.plays(past: 1)
            try await page.browser.wait(for: "return player().mediaKeys === null")
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Keys that change in mid-stream come from the application", arguments: ["cenc", "cbcs"])
    func rotation(_ scheme: String) async throws {
        var keys: [String] = []
        for number in 1...8 {
            let key = Self.hexadecimal(try Self.file("\(scheme)-rotating/video/key-\(number).bin"))
            keys.append("'\(String(repeating: "0\(number)", count: 16))': '\(key)'")
        }
        let object = keys.joined(separator: ", ")
        try await PlayerPage.with { page in
            _ = try await page.browser.run(
                """
                window.asked = []; const keys = { \(object) };
                player().keyProvider = async ({ keyIds, format, url }) => {
                  asked.push([...keyIds, format, url]);
                  return Object.fromEntries(keyIds.map((id) => [id, keys[id]]));
                };
                return true;
                """)
            try await page.play("/\(scheme)-rotating/index.m3u8")
            try await page.plays(past: 11)
            #expect(try await page.number("video().webkitDecodedFrameCount") > 300)
            #expect(try await page.browser.run("return asked[0]") == #"["01010101010101010101010101010101",null,null]"#)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("The application's keys take precedence over the playlist's")
    func application() async throws {
        let key = Self.base64(try Self.file("cenc-cmaf/video/key.bin"))
        try await PlayerPage.with { page in
            _ = try await page.browser.run("player().keys = { '\(Self.id)': '\(key)' }; return true")
            try await page.play("/cenc-cmaf/index.m3u8")
            try await page.plays(past: 2)
            #expect(page.origin.requests.filter { $0.path.hasSuffix("/key.bin") }.isEmpty)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("A ClearKey server is asked for a licence")
    func server() async throws {
        let key = Self.base64(try Self.file("cbcs-cmaf/video/key.bin"))
        try await PlayerPage.with(content: { request in
            Self.licensed(request) { body in
                String(decoding: body, as: UTF8.self).contains("AAECAwQFBgcICQoLDA0ODw")
                    ? .text(
                        #"{"keys":[{"kty":"oct","kid":"AAECAwQFBgcICQoLDA0ODw","k":"\#(key)"}],"type":"temporary"}"#,
                        type: "application/json")
                    : .text("another request", status: 400)
            }
        }) { page in
            try await page.play("/licensed/cbcs-cmaf/index.m3u8")
            try await page.plays(past: 2)
            #expect(page.origin.requests.filter { $0.path == "/license" }.count == 1)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("What can't be decrypted is an error with its cause and remedy, and the element plays the next item", arguments: Failure.all)
    func failures(_ failure: Failure) async throws {
        try await PlayerPage.with(content: failure.content) { page in
            _ = try await page.browser.run(failure.script + "; return true")
            try await page.play(failure.path)
            try await page.browser.wait(for: "return player().error !== null && told.includes('error')")
            let journal = try await page.journal
            #expect(try await page.browser.run("return player().error.code") == "\"\(failure.code)\"", "\(journal)")
            let message = try await page.browser.run("return player().error.message")
            #expect(message.contains(failure.words), "\(message)")
            #expect(!(try await page.faults).contains("rejection:"))
            #expect(!(try await page.faults).contains("error:"))
            _ = try await page.browser.run(
                "player().keys = null; player().src = '/vod-cmaf-single/index.m3u8'; player().play().catch(() => 0); return true")
            try await page.plays(past: 1)
        }
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = "/cenc-cmaf/index.m3u8"
        var content: @Sendable (OriginRequest) -> OriginResponse? = { _ in nil }
        var script = ""
        var code = "key"
        var words: String

        static let all: [Failure] = [
            Failure(
                testDescription: "a wrong key",
                content: { $0.path.hasSuffix("/key.bin") ? OriginResponse(body: .bytes([UInt8](repeating: 9, count: 16))) : nil },
                words: "the key is probably wrong"),
            Failure(
                testDescription: "a wrong key of cbcs", path: "/cbcs-cmaf/index.m3u8",
                content: { $0.path.hasSuffix("/key.bin") ? OriginResponse(body: .bytes([UInt8](repeating: 9, count: 16))) : nil },
                words: "the key is probably wrong"),
            Failure(
                testDescription: "a wrong key of SAMPLE-AES in MPEG-TS", path: "/sample-aes-ts/index.m3u8",
                content: { $0.path.hasSuffix("/key.bin") ? OriginResponse(body: .bytes([UInt8](repeating: 9, count: 16))) : nil },
                words: "the key is probably wrong"),
            Failure(
                testDescription: "a key that isn't there", content: { $0.path.hasSuffix("/key.bin") ? .text("no", status: 404) : nil },
                words: "404"),
            Failure(
                testDescription: "a key that the application lacks", script: "player().keys = {}",
                words: "the application has no key for \(EncryptedPlayerTests.id)"),
            Failure(
                testDescription: "a server that refuses", path: "/licensed/cenc-cmaf/index.m3u8",
                content: { request in EncryptedPlayerTests.licensed(request) { _ in .text("no", status: 403) } }, words: "403"),
            Failure(
                testDescription: "a server that answers something else", path: "/licensed/cenc-cmaf/index.m3u8",
                content: { request in EncryptedPlayerTests.licensed(request) { _ in .text("<html>") } }, words: "JSON Web Key Set"),
            Failure(
                testDescription: "a playlist that names no key", path: "/cenc-rotating/index.m3u8", words: "EXT-X-KEY"),
            Failure(
                testDescription: "a browser without the key system",
                script: "navigator.requestMediaKeySystemAccess = () => Promise.reject(new DOMException('none here', 'NotSupportedError'))",
                code: "unsupported", words: "none here"),
        ]
    }
}
