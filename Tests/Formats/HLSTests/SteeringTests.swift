// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite struct SteeringTests {
    @Test func `A steering manifest with clones is read`() throws {
        let text = """
            {"VERSION": 1, "TTL": 30.5, "RELOAD-URI": "next?x=1", "PATHWAY-PRIORITY": ["B", "A", "B"],
             "PATHWAY-CLONES": [{"BASE-ID": "A", "ID": "B", "URI-REPLACEMENT": {"HOST": "b.example",
              "PARAMS": {"z": "1", "a": "2"}, "PER-VARIANT-URIS": {"v1": "https://o/v1"}, "PER-RENDITION-URIS": {"r1": "https://o/r1"}}},
              {"ID": "no base"}, 7]}
            """
        let manifest = try SteeringManifest.parse(Array(text.utf8), baseURL: "https://s.example/steer?y")
        #expect(manifest.timeToLive == 30.5)
        #expect(manifest.pathwayPriority == ["B", "A"])
        #expect(manifest.clones.count == 1)
        #expect(manifest.reloadURI?.url == "https://s.example/next?x=1")
        let clone = manifest.clones[0]
        #expect(
            clone.url(for: "https://u@a.example:81/p?z=0&k=v", stableID: nil, overrides: clone.variantURIs)
                == "https://u@b.example:81/p?k=v&a=2&z=1")
        #expect(clone.url(for: "https://a/p", stableID: "v1", overrides: clone.variantURIs) == "https://o/v1")
    }

    @Test(
        "An unusable manifest is refused with a reason",
        arguments: [
            ("", DocumentError.malformed), ("[]", .malformed), ("{}", .version), (#"{"VERSION":2,"PATHWAY-PRIORITY":["A"]}"#, .version),
            (#"{"VERSION":1}"#, .pathways), (#"{"VERSION":1,"PATHWAY-PRIORITY":[]}"#, .pathways),
        ])
    func refuses(_ text: String, _ error: DocumentError) {
        #expect(throws: error) { try SteeringManifest.parse(Array(text.utf8)) }
    }

    @Test func `An asset list keeps its assets, skip control and other members`() throws {
        let text =
            #"{"ASSETS":[{"URI":"a.m3u8","DURATION":15.25,"X":1},{"URI":""}],"SKIP-CONTROL":{"OFFSET":5,"DURATION":3,"LABEL-ID":"l"}}"#
        let list = try AssetList.parse(Array(text.utf8), baseURL: "http://h/x/list.json")
        let first = try #require(list.assets.first)
        #expect(list.assets.count == 1)
        #expect(first.uri == URIReference("a.m3u8", base: "http://h/x/list.json"))
        #expect(first.duration == 15.25)
        #expect(first.document["X"]?.number == 1)
        #expect(list.skipControlOffset == 5)
        #expect(list.skipControlDuration == 3)
        #expect(list.skipControlLabelID == "l")
        #expect(list.document["ASSETS"]?.array?[0]["X"]?.number == 1)
        #expect(throws: DocumentError.assets) { try AssetList.parse(Array("{}".utf8)) }
    }

    @Test(
        "JSON is read as specified in RFC 8259",
        arguments: [
            (#"-0.5e-2"#, .number(-0.005)), ("1E3", .number(1000)), (" true ", .boolean(true)), ("null", .null),
            (#""\u00e9\ud83d\ude00\n\/\ud800x""#, .string("é😀\n/\u{FFFD}x")), ("[1,[]]", .array([.number(1), .array([])])),
        ] as [(String, JSONValue)])
    func json(_ text: String, _ value: JSONValue) { #expect(JSONValue.parse(Array(text.utf8)) == value) }

    @Test(
        "Invalid JSON is refused",
        arguments: ["", "{", "[1,]", "{\"a\"}", "01x", ".5", "5.", "-", "1e", "\"\t\"", "\"\\x\"", "nul", "1 2", "\"", "\"\\u12\""])
    func noJSON(_ text: String) { #expect(JSONValue.parse(Array(text.utf8)) == nil) }

    @Test func `Deep nesting is refused before the stack overflows`() {
        #expect(JSONValue.parse([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) == nil)
    }
}
