// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxDASH

@Suite("DASH patches")
struct DASHPatchTests {
    private static let manifest = Array(
        """
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink" id="m" type="dynamic"
         availabilityStartTime="2026-01-31T12:00:00Z" publishTime="2026-01-31T12:00:10Z">
        <BaseURL>a/</BaseURL>
        <Period id="1" start="PT0S"><AdaptationSet id="7" contentType="video"><SegmentTemplate media="$Time$&amp;x"><SegmentTimeline>
        <S t="0" d="4" r="1"/><S d="3"/></SegmentTimeline></SegmentTemplate><Representation id="v" bandwidth="9"/></AdaptationSet>
        <AdaptationSet contentType="audio"><Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>
        """.utf8)

    private func apply(
        _ operations: String, attributes: String = "mpdId=\"m\" originalPublishTime=\"2026-01-31T12:00:10Z\""
    ) throws -> String {
        let patch =
            "<?xml version=\"1.0\"?><Patch xmlns=\"urn:mpeg:dash:schema:mpd-patch:2020\" \(attributes) "
            + "publishTime=\"2026-01-31T12:00:14Z\">\(operations)</Patch>"
        return String(decoding: try DASHPatch.apply(Array(patch.utf8), to: Self.manifest), as: UTF8.self)
    }

    @Test(
        "A patch adds, replaces and removes",
        arguments: [
            ("<add sel=\"/MPD/Period[@id='1']/AdaptationSet[@id=\"7\"]/SegmentTemplate/SegmentTimeline\"><S d=\"5\"/></add>", ""),
            (
                "<add sel='/MPD/Period[1]/AdaptationSet[@id=\"7\"]/SegmentTemplate/SegmentTimeline'><S d='5'/></add>",
                "<S d=\"3\"/><S d=\"5\"/></SegmentTimeline>"
            ),
            (
                "<add sel=\"/MPD/Period/AdaptationSet[1]/SegmentTemplate/SegmentTimeline/S[2]\" pos=\"before\"><S d=\"5\"/></add>",
                "r=\"1\"/><S d=\"5\"/><S d=\"3\"/>"
            ),
            (
                "<add sel=\"/MPD/Period/AdaptationSet[1]/SegmentTemplate/SegmentTimeline/S[last()]\" pos=\"after\"><S d=\"5\"/></add>",
                "<S d=\"3\"/><S d=\"5\"/>"
            ),
            ("<add sel=\"/MPD/Period\" pos=\"prepend\"><AssetIdentifier/></add>", "start=\"PT0S\"><AssetIdentifier/><AdaptationSet"),
            ("<add sel=\"/MPD/Period\" type=\"@duration\">PT8S</add>", "duration=\"PT8S\""),
            ("<replace sel=\"/MPD/Period/AdaptationSet[1]/SegmentTemplate/SegmentTimeline/S[@t='0']/@r\">4</replace>", "d=\"4\" r=\"4\"/>"),
            ("<replace sel=\"/MPD/BaseURL/text()\">b/</replace>", "<BaseURL>b/</BaseURL>"),
            ("<replace sel=\"/mpd:MPD/mpd:BaseURL\"><BaseURL>c/</BaseURL></replace>", "<BaseURL>c/</BaseURL>"),
            ("<replace sel=\"/MPD/*/AdaptationSet[@contentType='audio'][1]/Representation/@bandwidth\">2</replace>", "bandwidth=\"2\""),
            ("<replace sel=\"/MPD[BaseURL='a/']/@type\">static</replace>", "type=\"static\""),
        ].filter { !$0.1.isEmpty })
    func operations(operation: String, result: String) throws {
        let text = try apply(operation)
        #expect(text.contains(result), "\(text)")
        // The next patch is for this version.
        #expect(text.contains("publishTime=\"2026-01-31T12:00:14Z\""))
        // Escaped characters stay escaped.
        #expect(text.contains("$Time$&amp;x"))
    }

    @Test("Elements and attributes are removed, each operation applying to the result of the previous one")
    func remove() throws {
        let text = try apply(
            "<remove sel=\"/MPD/Period/AdaptationSet[1]/SegmentTemplate/SegmentTimeline/S[1]\"/>"
                + "<remove sel=\"/MPD/Period/AdaptationSet[1]/SegmentTemplate/SegmentTimeline/S[1]/@d\"/><remove sel=\"/MPD/BaseURL\"/>")
        #expect(text.contains("<S/></SegmentTimeline>"))
        #expect(!text.contains("BaseURL"))
    }

    @Test(
        "A patch for another manifest or version, or without a version, is refused",
        arguments: [
            "mpdId=\"n\" originalPublishTime=\"2026-01-31T12:00:10Z\"", "mpdId=\"m\" originalPublishTime=\"2026-01-31T12:00:06Z\"",
            "mpdId=\"m\"", "",
        ])
    func other(attributes: String) { #expect(throws: DASHError.self) { try apply("", attributes: attributes) } }

    @Test("The version's publish time may be written in any form")
    func moment() throws {
        _ = try apply("", attributes: "mpdId=\"m\" originalPublishTime=\"2026-01-31T12:00:10.000Z\"")
    }

    @Test(
        "A patch with an inapplicable or unsupported operation is refused as a whole",
        arguments: [
            "<remove sel=\"/MPD/Period[@id='2']\"/>", "<remove sel=\"/MPD/Period/AdaptationSet\"/>", "<remove sel=\"/MPD\"/>",
            "<remove sel=\"//S\"/>", "<remove sel=\"/MPD/Period[position()=1]\"/>", "<remove sel=\"/MPD/child::Period\"/>",
            "<remove sel=\"/MPD/@nothing\"/>", "<remove/>", "<move sel=\"/MPD/Period\"/>", "<remove sel=\"\"/>", "<remove sel=\"/\"/>",
            "<remove sel=\"/MPD/Period[\"/>", "<remove sel=\"/MPD/Period[@id='1'\"/>", "<remove sel=\"/MPD/Period[0]\"/>",
            "<replace sel=\"/MPD/BaseURL\"/>", "<add sel=\"/MPD\" pos=\"before\"><Period/></add>",
            "<add sel=\"/MPD\" pos=\"inside\"><Period/></add>", "<add sel=\"/MPD/@id\">x</add>",
        ])
    func refused(operation: String) {
        #expect(throws: DASHError.self) { try apply("<replace sel=\"/MPD/@type\">static</replace>" + operation) }
    }

    @Test("A patch cut at any byte is refused or applied, and never crashes")
    func cut() {
        let patch = Array(
            "<Patch mpdId=\"m\" originalPublishTime=\"2026-01-31T12:00:10Z\"><remove sel=\"/MPD/Period[@id='1'][1]/AdaptationSet[last()]/@id\"/></Patch>"
                .utf8)
        for end in patch.indices { #expect(throws: DASHError.self) { try DASHPatch.apply(Array(patch[..<end]), to: Self.manifest) } }
    }

    @Test("The manifest's patch location has a lifetime, and its steering server is found")
    func manifest() throws {
        let text = ManifestText.mpd(
            "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\"",
            "<PatchLocation ttl=\"60\">p.mpp?t=1</PatchLocation><PatchLocation serviceLocation=\"beta\">/q</PatchLocation>"
                + "<Location serviceLocation=\"alpha\">/m</Location><Location>/n</Location>"
                + "<ContentSteering defaultServiceLocation=\"beta alpha\" queryBeforeStart=\"true\">/steer</ContentSteering>"
                + "<Period start=\"PT0S\"/>")
        let manifest = try DASHManifest.read(text, url: ManifestText.url)
        #expect(
            manifest.patches == [
                .init(url: "https://cdn.example.com/show/p.mpp?t=1", timeToLive: 60),
                .init(url: "https://cdn.example.com/q", service: "beta"),
            ])
        #expect(
            manifest.locations == [
                .init(url: "https://cdn.example.com/m", service: "alpha"), .init(url: "https://cdn.example.com/n", service: nil),
            ])
        let steering = try #require(manifest.steering)
        #expect(steering.url == "https://cdn.example.com/steer")
        #expect(steering.defaultServices == ["beta", "alpha"])
        #expect(steering.asksBeforeStart)
    }

    @Test("A ServiceDescription may name the steering server, too")
    func serviceSteering() throws {
        let server = "<ContentSteering defaultServiceLocation=\"beta\">steer</ContentSteering>"
        func steering(_ content: String) throws -> DASHContentSteering? {
            try DASHManifest.read(ManifestText.mpd("mediaPresentationDuration=\"PT4S\"", content + "<Period/>"), url: ManifestText.url)
                .steering
        }
        let inner = try #require(try steering("<ServiceDescription id=\"0\">\(server)</ServiceDescription>"))
        #expect(inner.url == "https://cdn.example.com/show/steer")
        #expect(inner.defaultServices == ["beta"])
        let outer = try steering("<ServiceDescription>\(server)</ServiceDescription><ContentSteering>other</ContentSteering>")
        #expect(outer?.url == "https://cdn.example.com/show/other")
        #expect(try steering("<ServiceDescription><Scope schemeIdUri=\"urn:x\"/>\(server)</ServiceDescription>") == nil)
    }
}
