// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("The protection of a DASH manifest becomes a key, or an error that says what it lacks")
struct DASHProtectionTests {
    private static let id = "01234567-89ab-cdef-0123-456789abcdef"

    private func playlist(_ protection: String) throws -> MediaPlaylist {
        let text = String(
            decoding: ManifestText.video("\(protection)<SegmentTemplate media=\"$Number$\" duration=\"4\"/>"), as: UTF8.self)
        return try ManifestText.playlist(
            Array(text.replacing("<MPD ", with: "<MPD xmlns:cenc=\"urn:mpeg:cenc:2013\" ").utf8))
    }

    private func common(_ value: String, _ id: String = id) -> String {
        "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"\(value)\" cenc:default_KID=\"\(id)\"/>"
    }

    @Test("by each of the four schemes", arguments: ["cenc", "cbcs", "CENC", "cens", "cbc1"])
    func schemes(value: String) throws {
        let key = try #require(playlist(common(value)).segments.first?.keys.first)
        #expect(key.uri?.url == "urn:uuid:" + Self.id)
    }

    @Test("refusing other schemes", arguments: ["cenc&#10;#EXT-X-ENDLIST", "cenc,URI=&quot;x&quot;", "rot13", "piff"])
    func unknown(value: String) throws {
        let fault = #expect(throws: DASHError.self) { try playlist(common(value)) }
        #expect(fault?.code == .unsupported)
        #expect(fault?.place == "ContentProtection")
        #expect(fault?.line == 3)
    }

    @Test(
        "refusing identifiers that are none",
        arguments: [
            "00000000000000000000000000000&quot;&#10;#", "", "0123", "0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcdé",
        ])
    func identifiers(id: String) throws {
        let fault = #expect(throws: DASHError.self) { try playlist(common("cenc", id)) }
        #expect(fault?.code == .value)
        #expect(fault?.message.contains("default_KID") == true)
    }

    @Test("of several identifiers the first, with or without dashes")
    func several() throws {
        let plain = Self.id.replacing("-", with: "").uppercased()
        let key = try #require(playlist(common("cbcs", "\(plain) ffffffffffffffffffffffffffffffff")).segments.first?.keys.first)
        #expect(key.uri?.url == "urn:uuid:" + Self.id)
    }

    @Test("passing over systems whose identifier is none")
    func systems() throws {
        let bad = "<ContentProtection schemeIdUri=\"urn:uuid:a&quot;b&#10;#EXT-X-ENDLIST\"/>"
        #expect(try playlist(bad).segments.first?.keys.first?.uri?.url == "urn:uuid:unknown")
        let good = "<ContentProtection schemeIdUri=\"urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED\"/>"
        #expect(try playlist(bad + good).segments.first?.keys.first?.uri?.url == "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed")
    }
}
