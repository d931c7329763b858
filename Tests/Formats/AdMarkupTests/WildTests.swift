// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup

/// Documents as written by ad servers and for validators' tests.
@Suite struct WildTests {
    private func inline(_ creatives: String, _ attributes: String = "") -> String {
        "<Ad\(attributes)><InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle><Impression>http://i</Impression><Creatives>\(creatives)</Creatives></InLine></Ad>"
    }

    private func linear(_ content: String) -> String { "<Creative><Linear><Duration>00:00:20</Duration>\(content)</Linear></Creative>" }

    @Test("Event names are normalized to the standard's case") func events() throws {
        let tracking = ["firstquartile", "Midpoint", "PROGRESS", "CreativeView", "own"].map {
            "<tracking EVENT='\($0)' offset='50%'>http://t</tracking>"
        }
        let text = "<vast VERSION='4.2'>\(inline(linear("<trackingevents>\(tracking.joined())</trackingevents>")))</vast>"
        let found = try #require(try vast(text).ads.first?.creatives.first?.linear)
        #expect(found.tracking.map(\.event) == ["firstQuartile", "midpoint", "progress", "creativeView", "own"])
        let strict =
            "<VAST version='3.0'>\(inline(linear("<TrackingEvents><Tracking event='midPoint'>http://t</Tracking></TrackingEvents><MediaFiles/>")))</VAST>"
        #expect(throws: VASTError.self) { try vast(strict, .strict) }
    }

    @Test("Elements may be in any order, with spaces around split CDATA and a BOM before UTF-16 text") func order() throws {
        let text =
            "<VAST version='3.0'><Ad><InLine><Creatives><Creative><Linear><MediaFiles><MediaFile type='video/mp4' delivery='progressive' width='1' height='1'>"
            + "\n <![CDATA[ http://m?a=1]]><![CDATA[&b=2 ]]>\n</MediaFile></MediaFiles><Duration> 0:0:15.5 </Duration></Linear></Creative></Creatives>"
            + "<Impression>http://i</Impression><AdTitle>late</AdTitle><AdSystem><![CDATA[A]]>-<![CDATA[B]]></AdSystem></InLine></Ad><Error>http://e</Error></VAST>"
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [Array(text.utf8), wide, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
            let document = try VASTDocument.read(bytes)
            #expect(document.errors == ["http://e"])
            #expect(document.ads.first?.title == "late")
            #expect(document.ads.first?.system == "A-B")
            let linear = try #require(document.ads.first?.creatives.first?.linear)
            #expect(linear.duration == 15.5)
            #expect(linear.mediaFiles.first?.url == "http://m?a=1&b=2")
        }
    }

    @Test("A document that a service sends escaped in a string is read")
    func escaped() throws {
        let inner = "<VAST version=\"3.0\">\(inline(linear("")))</VAST>".replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let document = try vast("<string xmlns='http://tempuri.org/'>\(inner)</string>")
        #expect(document.ads.first?.title == "T")
        #expect(document.problems.map(\.location) == ["string"])
        #expect(throws: VASTError.self) { try vast("<string>&lt;html/></string>") }
        #expect(throws: VASTError.self) { try vast("<string>\(inner)</string>", .strict) }
    }

    @Test("A wrapper's options and interactive creatives are read") func wrapper() throws {
        let text = """
            <VAST version="4.1"><Ad id="w"><Wrapper followAdditionalWrappers="0" allowMultipleAds="1" fallbackOnNoAd="true"><AdSystem>S</AdSystem>
            <VASTAdTagURI>
            <![CDATA[   http://next/?a=1&b=2   ]]>
            </VASTAdTagURI><BlockedAdCategories authority="iab"> 232 , 5 </BlockedAdCategories><Creatives><Creative><Linear>
            <VideoClicks><CustomClick id="y">http://cc</CustomClick><ClickThrough>http://wct</ClickThrough></VideoClicks>
            <InteractiveCreativeFile type="text/html" apiFramework="SIMID" variableDuration="true">http://simid</InteractiveCreativeFile>
            </Linear></Creative></Creatives></Wrapper></Ad></VAST>
            """
        let ad = try #require(try vast(text).ads.first)
        let wrapper = try #require(ad.wrapper)
        #expect(wrapper.tagURI == "http://next/?a=1&b=2")
        #expect(wrapper.blockedCategories.map(\.value) == ["232 , 5"])
        #expect(wrapper.followAdditionalWrappers == false)
        #expect(wrapper.allowMultipleAds == true)
        #expect(wrapper.fallbackOnNoAd == true)
        let linear = try #require(ad.creatives.first?.linear)
        #expect(linear.interactiveFiles.map(\.url) == ["http://simid"])
        #expect(linear.interactiveFiles.first?.hasVariableDuration == true)
        #expect(linear.clicks.through?.url == "http://wct")
        #expect(linear.clicks.custom.map(\.url) == ["http://cc"])
    }

    @Test("Sequence numbers may have gaps; invalid and duplicate ones, and ads of both kinds, are reported") func pods() throws {
        let ads = [5, 2, 2, -1, 0].map { inline("", " sequence='\($0)'") }.joined() + inline("")
        let document = try vast("<VAST version='3.0'>\(ads)</VAST>")
        #expect(document.ads.map(\.sequence) == [5, 2, 2, nil, nil, nil])
        #expect(document.problems.map(\.location) == ["VAST/Ad[3]", "VAST/Ad[4]", "VAST/Ad[5]"])
        let both = try vast("<VAST version='3.0'><Ad><InLine/><Wrapper><VASTAdTagURI>http://n</VASTAdTagURI></Wrapper></Ad><Ad/></VAST>")
        #expect(both.ads.map(\.kind) == [.inline])
        #expect(both.problems.count == 2)
    }

    @Test("Universal IDs are the attribute of 4.0 or the text of later versions, several per creative") func identifiers() throws {
        let ids = """
            <UniversalAdId idRegistry="Ad-ID">8465</UniversalAdId><UniversalAdId idRegistry="clearcast.co.uk"> AAA/BBBB123/030 </UniversalAdId>
            <UniversalAdId idRegistry="old" idValue="OLD-1">unused</UniversalAdId><UniversalAdId idRegistry="unknown" idValue="unknown"/>
            """
        let text = "<VAST version='4.2'>\(inline("<Creative>\(ids)<Linear><Duration>00:00:10</Duration></Linear></Creative>"))</VAST>"
        #expect(try vast(text).ads.first?.creatives.first?.universalAdIDs.map(\.value) == ["8465", "AAA/BBBB123/030", "OLD-1", "unknown"])
    }

    @Test("Empty and invalid values are dropped and reported, and a truncated document is read to that point") func broken() throws {
        let files =
            "<MediaFiles><MediaFile type='video/mp4'></MediaFile><MediaFile type='' width='640px' height='b' bitrate='1.5'> http://m </MediaFile></MediaFiles>"
        let tracking =
            "<TrackingEvents><Tracking>http://x</Tracking><Tracking event='start'/><Tracking event='progress'>http://p</Tracking></TrackingEvents>"
        let found = try vast("<VAST version='3.0'>\(inline(linear(files + tracking)))</VAST>")
        let read = try #require(found.ads.first?.creatives.first?.linear)
        #expect(
            read.mediaFiles.count == 1 && read.mediaFiles[0].width == 640 && read.mediaFiles[0].height == nil
                && read.mediaFiles[0].bitrate == 1)
        #expect(read.tracking.map(\.url) == ["http://p"])
        #expect(found.problems.count == 3)
        let cut = "<VAST version='3.0'>" + (inline(linear(files)).split(separator: "</Linear>").first.map(String.init) ?? "")
        #expect(try vast(cut).ads.first?.creatives.first?.linear?.duration == 20)
    }

    @Test("Break times and types are read in any case, and invalid ones are reported with their position") func schedule()
        throws
    {
        let text = """
            <vmap:VMAP version="1.0"><vmap:AdBreak timeOffset="START" breakType="Linear, NONLINEAR"/><vmap:AdBreak timeOffset="#0" breakType="linear"/>
            <vmap:AdBreak timeOffset="120%" breakType="linear"/><vmap:AdBreak timeOffset="90" breakType="linear"/><vmap:AdBreak breakType="linear"/>
            </vmap:VMAP>
            """
        guard case .vmap(let document) = try AdMarkup.read(Array(text.utf8)) else { throw CancellationError() }
        #expect(document.breaks.map(\.offset) == [.start, nil, nil, .seconds(90), nil])
        #expect(document.breaks[0].types == ["linear", "nonlinear"])
        #expect(document.problems.map(\.location) == ["VMAP/AdBreak[2]", "VMAP/AdBreak[3]", "VMAP/AdBreak[5]"])
    }
}
