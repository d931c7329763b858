// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("Keys and errors from DASH protection")
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

    @Test("Each of the four schemes yields a key", arguments: ["cenc", "cbcs", "CENC", "cens", "cbc1"])
    func schemes(value: String) throws {
        let key = try #require(playlist(common(value)).segments.first?.keys.first)
        #expect(key.uri?.url == "urn:uuid:" + Self.id)
    }

    @Test("Other schemes are refused", arguments: ["cenc&#10;#EXT-X-ENDLIST", "cenc,URI=&quot;x&quot;", "rot13", "piff"])
    func unknown(value: String) throws {
        let fault = #expect(throws: DASHError.self) { try playlist(common(value)) }
        #expect(fault?.code == .unsupported)
        #expect(fault?.location == "ContentProtection")
        #expect(fault?.line == 3)
    }

    @Test(
        "An invalid key ID is ignored and does not get into the playlist",
        arguments: [
            "00000000000000000000000000000&quot;&#10;#", "", "aaa", "0123456789abcdef0123456789abcdeg",
            "0123456789abcdef0123456789abcdé",
        ])
    func identifiers(id: String) throws {
        let plain = try playlist(common("cenc", id))
        #expect(plain.segments.count == 5)
        #expect(plain.segments.first?.keys.first?.uri?.url == "urn:uuid:unknown")
        let other = "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
        let named = try playlist(common("cenc", id) + system(other, ""))
        #expect(named.segments.first?.keys.first?.uri?.url == "urn:uuid:" + other)
    }

    @Test("The first of several key IDs is used, with or without dashes")
    func several() throws {
        let plain = Self.id.replacing("-", with: "").uppercased()
        let key = try #require(playlist(common("cbcs", "\(plain) ffffffffffffffffffffffffffffffff")).segments.first?.keys.first)
        #expect(key.uri?.url == "urn:uuid:" + Self.id)
    }

    private func system(_ id: String, _ content: String) -> String {
        "<ContentProtection schemeIdUri=\"urn:uuid:\(id)\">\(content)</ContentProtection>"
    }

    @Test(
        "The licence server's URL is taken from ClearKey and from no other system",
        arguments: [
            "e2719d58-a985-b3c9-781a-b030af78d30e", "E2719D58-A985-B3C9-781A-B030AF78D30E", "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b",
        ])
    func license(id: String) throws {
        let other = system("edef8ba9-79d6-4ace-a3c8-27dcd51d21ed", "<Laurl>https://widevine.example.com/</Laurl>")
        let clear = system(
            id, "<x:Laurl xmlns:x=\"https://dashif.org/CPS\" Lic_type=\"EME-1.0\"> https://keys.example.com/a?b=c </x:Laurl>")
        #expect(try playlist(common("cenc") + other).segments.first?.keys.first?.uri?.url == "urn:uuid:" + Self.id)
        #expect(
            try playlist(common("cenc") + clear + other).segments.first?.keys.first?.uri?.url == "https://keys.example.com/a?b=c#" + Self.id
        )
    }

    @Test("The key ID comes from the W3C system's header if nothing else states it")
    func header() throws {
        // A box of version 1 with the identifier 0123456789abcdef0123456789abcdef.
        let box = "AAAANHBzc2gBAAAAEHfv7MCyTQKs4zweUuL7SwAAAAEBI0VniavN7wEjRWeJq83vAAAAAA=="
        let common = "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cbcs\"/>"
        let w3c = "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"
        #expect(
            try playlist(common + system(w3c, "<cenc:pssh>\(box)</cenc:pssh>")).segments.first?.keys.first?.uri?.url == "urn:uuid:"
                + Self.id)
        for bad in ["", "AAAA", String(box.dropLast(30)), "?"] {
            #expect(
                try playlist(common + system(w3c, "<cenc:pssh>\(bad)</cenc:pssh>")).segments.first?.keys.first?.uri?.url == "urn:uuid:"
                    + w3c)
        }
    }

    @Test("Without a key ID, the licence URL names no key")
    func unnamed() throws {
        let common = "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cenc\"/>"
        let clear = system("e2719d58-a985-b3c9-781a-b030af78d30e", "<Laurl>https://keys.example.com/</Laurl>")
        #expect(try playlist(common + clear).segments.first?.keys.first?.uri?.url == "https://keys.example.com/#unknown")
    }

    @Test("Protection of a set and its representation is combined")
    func levels() throws {
        let text = String(
            decoding: ManifestText.video("\(common("cbcs"))<SegmentTemplate media=\"$Number$\" duration=\"4\"/>"), as: UTF8.self)
        let inner = system("e2719d58-a985-b3c9-781a-b030af78d30e", "<Laurl>https://keys.example.com/</Laurl>")
        let both = text.replacing("<MPD ", with: "<MPD xmlns:cenc=\"urn:mpeg:cenc:2013\" ")
            .replacing("height=\"360\"/>", with: "height=\"360\">\(inner)</Representation>")
        let key = try #require(ManifestText.playlist(Array(both.utf8)).segments.first?.keys.first)
        #expect(key.method == .sampleAES)
        #expect(key.uri?.url == "https://keys.example.com/#" + Self.id)
    }

    @Test("A descriptor takes what it lacks from the one it refers to, wherever that is")
    func references() throws {
        let reference = "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" ref=\"main\"/>"
        func key(_ before: String, _ inside: String) throws -> (method: String, url: String)? {
            let media = "<SegmentTemplate media=\"$Number$\" duration=\"4\"/><Representation id=\"v\" bandwidth=\"1\"/>"
            let bytes = ManifestText.mpd(
                "xmlns:cenc=\"urn:mpeg:cenc:2013\" mediaPresentationDuration=\"PT4S\"",
                "\(before)<Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">\(inside)"
                    + "\(media)</AdaptationSet></Period>"
            )
            return try ManifestText.playlist(bytes).segments.first?.keys.first.map { ($0.method.name, $0.uri?.url ?? "") }
        }
        let full = common("cbcs").replacing("<ContentProtection ", with: "<ContentProtection refId=\"main\" ")
        let found = try #require(try key(full, reference))
        #expect(found.url == "urn:uuid:" + Self.id)
        #expect(found.method == "SAMPLE-AES")
        // What a descriptor states itself counts.
        let own = reference.replacing("ref=", with: "value=\"cenc\" ref=")
        #expect(try key(full, own)?.method == "SAMPLE-AES-CTR")
        #expect(try key("", reference)?.url != "urn:uuid:" + Self.id)
    }

    @Test("Systems with an invalid ID are skipped")
    func systems() throws {
        let bad = "<ContentProtection schemeIdUri=\"urn:uuid:a&quot;b&#10;#EXT-X-ENDLIST\"/>"
        #expect(try playlist(bad).segments.first?.keys.first?.uri?.url == "urn:uuid:unknown")
        let good = "<ContentProtection schemeIdUri=\"urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED\"/>"
        #expect(try playlist(bad + good).segments.first?.keys.first?.uri?.url == "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed")
    }
}
