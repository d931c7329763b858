// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxKit

@testable import windowbox

@Suite("windowbox ads") struct AdsCommandTests {
    private static let inline = """
        <VAST version="4.2"><Ad id="a" sequence="2"><InLine><AdSystem>house</AdSystem><AdTitle>Tea</AdTitle>
        <Impression><![CDATA[http://ads.example/seen]]></Impression><Error>http://ads.example/error?[ERRORCODE]</Error>
        <Creatives><Creative id="c"><Linear skipoffset="00:00:05"><Duration>00:00:15</Duration>
        <TrackingEvents><Tracking event="start">http://ads.example/start</Tracking></TrackingEvents>
        <VideoClicks><ClickThrough id="shop">http://tea.example</ClickThrough></VideoClicks>
        <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360" bitrate="800">http://ads.example/tea.mp4
        </MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
        """

    private func report(_ document: String, _ options: [String] = []) async throws -> (AdsReport, [String: Any]) {
        try await withFile(Array(document.utf8), named: "ad.xml") { path in
            let report = await (try ShowAds.parse([path] + options)).report()
            return (report, try #require(try JSONSerialization.jsonObject(with: Data(report.json.bytes)) as? [String: Any]))
        }
    }

    @Test("The JSON has every key of the contract")
    func contract() async throws {
        let (report, json) = try await report(Self.inline)
        #expect(report.failure == nil)
        #expect((json["errors"] as? [Any])?.isEmpty == true)
        let ad = try #require((json["ads"] as? [[String: Any]])?.first)
        #expect(ad["id"] as? String == "a")
        #expect(ad["sequence"] as? Int == 2)
        #expect(ad["system"] as? String == "house")
        #expect(ad["title"] as? String == "Tea")
        #expect(ad["impressions"] as? [String] == ["http://ads.example/seen"])
        #expect(ad["errors"] as? [String] == ["http://ads.example/error?[ERRORCODE]"])
        for key in ["type", "verifications", "extensions"] { #expect(ad[key] != nil, "\(key)") }
        let creative = try #require((ad["creatives"] as? [[String: Any]])?.first)
        #expect(creative["kind"] as? String == "linear")
        #expect(creative["duration"] as? Double == 15)
        #expect(creative["skipOffset"] as? Double == 5)
        #expect(creative["clickThrough"] as? String == "http://tea.example")
        #expect(creative["clickThroughId"] as? String == "shop")
        #expect((creative["tracking"] as? [String: [String]])?["start"] == ["http://ads.example/start"])
        #expect((creative["mediaFiles"] as? [[String: Any]])?.count == 1)
    }

    @Test("A schedule's breaks are listed under breaks, with their ads")
    func schedule() async throws {
        let vmap = """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0"><vmap:AdBreak timeOffset="00:10:00" breakType="linear"
            breakId="mid"><vmap:AdSource id="s"><vmap:VASTAdData>\(Self.inline)</vmap:VASTAdData></vmap:AdSource></vmap:AdBreak></vmap:VMAP>
            """
        let (_, json) = try await report(vmap)
        let adBreak = try #require((json["breaks"] as? [[String: Any]])?.first)
        #expect((adBreak["ads"] as? [Any])?.count == 1)
        #expect((json["ads"] as? [Any])?.count == 1)
    }

    @Test("Wrappers are followed with --resolve")
    func wrappers() async throws {
        let origin = try await FaultyOrigin(["/tea.xml": Array(Self.inline.utf8)])
        let wrapper = """
            <VAST version="3.0"><Ad id="w"><Wrapper><AdSystem>other</AdSystem><VASTAdTagURI>\(origin.address)/tea.xml</VASTAdTagURI>
            <Impression>http://other.example/seen</Impression><Creatives/></Wrapper></Ad></VAST>
            """
        let (_, json) = try await report(wrapper, ["--resolve"])
        let ad = try #require((json["ads"] as? [[String: Any]])?.first)
        #expect(ad["id"] as? String == "a")
        #expect(Set(ad["impressions"] as? [String] ?? []) == ["http://ads.example/seen", "http://other.example/seen"])
        await origin.stop()
    }

    @Test("An invalid document is reported in errors", arguments: ["", "no markup", "<VAST"])
    func failures(_ document: String) async throws {
        let (report, json) = try await report(document)
        #expect(document == "<VAST" || report.failure != nil)
        #expect((json["errors"] as? [Any])?.isEmpty == false)
    }

    @Test("The summary uses the singular for one, and rounds seconds")
    func summary() async throws {
        let (report, _) = try await report(Self.inline)
        #expect(report.summary.contains("VAST 4.2, 1 ad\n"))
        #expect(report.summary.contains("linear, 15 s, 1 file, 1 tracking URL"))
        let reading = try SpliceInfo.read("/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=")
        let decimals = reading.summary.split { !$0.isNumber && $0 != "." }.compactMap { $0.split(separator: ".").dropFirst().first?.count }
        #expect(decimals.allSatisfy { $0 <= 3 })
        #expect(reading.summary.contains(" s"))
    }

    @Test("A splice information section is written as JSON")
    func splice() throws {
        let reading = try SpliceInfo.read("/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(reading.json.bytes)) as? [String: Any])
        #expect(!json.isEmpty)
        #expect(throws: Failure.self) { try ShowSplice.parse(["zz"]).run() }
    }
}
