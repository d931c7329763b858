// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxXML

@Suite struct VASTTests {
    @Test("Every element of an inline ad is read, in strict mode too")
    func whole() throws {
        let document = try vast(Samples.whole, .strict)
        #expect(document.version == "4.2")
        #expect(document.problems.isEmpty)
        let ad = try #require(document.ads.first)
        #expect((ad.kind, ad.id, ad.sequence, ad.adType, ad.isConditional) == (.inline, "1", 1, "video", false))
        #expect(ad.system == "S & T")
        #expect(ad.systemVersion == "2")
        #expect(ad.title == "Title")
        #expect(ad.servingID == "serve-1")
        #expect(ad.advertiser == "A")
        #expect(ad.advertiserID == "a1")
        #expect(ad.expires == 3600)
        #expect(ad.survey == "http://s/survey")
        #expect(ad.pricing?.value == "25.00")
        #expect(ad.pricing?.model == "cpm")
        #expect(ad.pricing?.currency == "EUR")
        #expect(ad.categories == [VASTCategory(authority: "iab", value: "IAB1-1"), VASTCategory(authority: nil, value: "x")])
        #expect(ad.impressions == [VASTLink(id: "i", url: "http://s/imp?a=1&b=2"), VASTLink(url: "http://s/imp2")])
        #expect(ad.errors == ["http://s/e?c=[ERRORCODE]"])
        #expect(ad.viewableImpression?.undetermined == ["http://s/u"])
        let verification = try #require(ad.verifications.first)
        #expect(verification.vendor == "v.com-omid")
        #expect(verification.parameters == "{\"k\":1}")
        #expect(verification.scripts.first?.isBrowserOptional == true)
        #expect(verification.executables.first?.type == "application/x")
        #expect(verification.tracking.first?.event == "verificationNotExecuted")
        #expect(ad.extensions.first?.type == "own")
        #expect(ad.extensions.first?.element.first("a")?.text == "1")
        try creatives(ad)
    }

    private func creatives(_ ad: VASTAd) throws {
        #expect(ad.creatives.count == 3)
        let linear = try #require(ad.creatives[0].linear)
        #expect(ad.creatives[0].universalAdIDs.map(\.value) == ["8465", "9"])
        #expect(ad.creatives[0].apiFramework == "SIMID")
        #expect(linear.duration == 30.5)
        #expect(linear.skipOffset == .seconds(5))
        #expect(linear.skipOffset?.seconds(of: 30.5) == 5)
        #expect(linear.adParameters == VASTAdParameters(text: "<p/>", isXMLEncoded: true))
        let file = try #require(linear.mediaFiles.first)
        #expect((file.width, file.height, file.bitrate, file.fileSize) == (1280, 720, 2000, 1000))
        #expect(file.mediaType == "2D")
        #expect(file.isScalable == true)
        #expect(file.maintainsAspectRatio == false)
        #expect(file.delivery == "streaming")
        #expect(linear.mezzanines.map(\.url) == ["http://s/mezz.mov"])
        #expect(linear.mezzanines.first?.fileSize == 9)
        #expect(linear.interactiveFiles.first?.hasVariableDuration == true)
        #expect(linear.captions.first?.language == "en")
        #expect(linear.clicks.through?.url == "http://s/through")
        #expect(linear.clicks.tracking.count == 2)
        #expect(linear.clicks.custom.first?.id == "c")
        #expect(linear.tracking.map(\.event) == ["start", "progress", "progress", "own"])
        #expect(linear.tracking[2].offset == .percent(25))
        #expect(linear.tracking[2].offset?.seconds(of: 30) == 7.5)
        let icon = try #require(linear.icons.first)
        #expect((icon.program, icon.xPosition, icon.yPosition, icon.duration, icon.offset) == ("AdChoices", "left", "10", 10, 1.5))
        #expect(icon.resources == [.fixed(url: "http://s/icon.png", creativeType: "image/png")])
        #expect(icon.viewTracking == ["http://s/iv"])
        #expect(icon.clicks.tracking.count == 1)
        #expect(icon.fallbackImages.first?.altText == "Alt")
        let overlay = try #require(ad.creatives[1].nonLinears)
        #expect(overlay.nonLinears.first?.minimumDuration == 15)
        #expect(overlay.nonLinears.first?.resources == [.iframe(url: "http://s/f")])
        #expect(overlay.tracking.map(\.event) == ["acceptInvitation"])
        let companions = try #require(ad.creatives[2].companions)
        #expect(companions.required == "any")
        #expect(companions.companions.first?.renderingMode == "end-card")
        #expect(companions.companions.first?.resources == [.html("<b>x</b>")])
        #expect(companions.companions.first?.pixelRatio == 1.5)
        #expect(companions.companions.first?.tracking.first?.event == "creativeView")
        #expect(companions.companions.first?.altText == "Text")
    }

    @Test("Wrappers of all versions are read", arguments: ["VASTAdTagURI", "VASTAdTagURL", "URL"])
    func wrapper(_ name: String) throws {
        let document = try vast(
            """
            <VAST version="3.0"><Ad id="w"><Wrapper followAdditionalWrappers="FALSE" allowMultipleAds="1" fallbackOnNoAd="true">
            <AdSystem>S</AdSystem><\(name)><![CDATA[ http://s/next?x=1&y=2 ]]></\(name)><Impression>http://s/i</Impression>
            <BlockedAdCategories authority="iab">IAB2, IAB3</BlockedAdCategories>
            <Creatives><Creative><Linear><VideoClicks><ClickThrough>http://s/c</ClickThrough></VideoClicks></Linear></Creative></Creatives>
            </Wrapper></Ad></VAST>
            """)
        let wrapper = try #require(document.ads.first?.wrapper)
        #expect(wrapper.tagURI == "http://s/next?x=1&y=2")
        #expect(!wrapper.followsWrappers)
        #expect(wrapper.allowsMultipleAds)
        #expect(wrapper.fallbackOnNoAd == true)
        #expect(wrapper.blockedCategories == [VASTCategory(authority: "iab", value: "IAB2, IAB3")])
        #expect(document.problems.isEmpty)
    }

    @Test("Common deviations are accepted: prefixes, case, split CDATA, bare numbers, stray ampersands, old URL lists")
    func wild() throws {
        let document = try vast(
            """
            \u{FEFF}
            <vast:VAST VERSION='2.0' xsi:noNamespaceSchemaLocation='vast.xsd'><!-- c --><vast:Ad ID='7'><vast:inline>
            <vast:Impression><URL id='a'>http://s/1?a=1&b=2</URL><URL id='b'>http://s/2</URL></vast:Impression>
            <vast:Creatives><vast:Creative AdID='x' Sequence='2'><vast:Linear skipOffset='10%'><vast:Duration>30</vast:Duration>
            <vast:TrackingEvents><vast:Tracking event='start'>http://s/<![CDATA[a&]]><![CDATA[b]]></vast:Tracking>
            <vast:Tracking event='midpoint'> </vast:Tracking></vast:TrackingEvents>
            <vast:MediaFiles><vast:MediaFile width='640px' height='360' bitrate='800.5'>http://s/m.mp4</vast:MediaFile></vast:MediaFiles>
            </vast:Linear></vast:Creative></vast:Creatives></vast:inline></vast:Ad></vast:VAST>
            """)
        let ad = try #require(document.ads.first)
        #expect(document.version == "2.0")
        #expect(ad.id == "7")
        #expect(ad.impressions == [VASTLink(id: "a", url: "http://s/1?a=1&b=2"), VASTLink(id: "b", url: "http://s/2")])
        let creative = try #require(ad.creatives.first)
        #expect(creative.adID == "x")
        #expect(creative.sequence == 2)
        #expect(creative.linear?.duration == 30)
        #expect(creative.linear?.skipOffset?.seconds(of: 30) == 3)
        #expect(creative.linear?.tracking.map(\.url) == ["http://s/a&b"])
        #expect(creative.linear?.mediaFiles.first?.width == 640)
        #expect(creative.linear?.mediaFiles.first?.bitrate == 800)
        #expect(document.problems.allSatisfy { $0.code == .xml })
    }

    @Test("Verification scripts, universal IDs and mezzanines in extensions are read like those of newer versions")
    func extensions() throws {
        let document = try vast(
            """
            <VAST version="2.0"><Ad><InLine><Extensions>
            <Extension type="AdVerifications"><AdVerifications><Verification vendor="v"><JavaScriptResource>http://v/s.js</JavaScriptResource>
            </Verification></AdVerifications></Extension>
            <Extension type="UniversalAdId"><UniversalAdId idRegistry="ad-id.org" creativeId="2">U2</UniversalAdId></Extension>
            <Extension type="Mezzanine"><Mezzanine creativeId="2" type="video/mp4">http://s/m</Mezzanine></Extension></Extensions>
            <Creatives><Creative id="1"><Linear/></Creative><Creative id="2"><Linear/></Creative></Creatives></InLine></Ad></VAST>
            """)
        let ad = try #require(document.ads.first)
        #expect(ad.verifications.first?.isFromExtension == true)
        #expect(ad.verifications.first?.scripts.count == 1)
        #expect(ad.creatives[0].universalAdIDs.isEmpty)
        #expect(ad.creatives[1].universalAdIDs.first?.value == "U2")
        #expect(ad.creatives[1].linear?.mezzanines.first?.url == "http://s/m")
    }

    @Test("The pod is ordered by sequence number, each used once, and other ads stand alone")
    func pod() throws {
        func ad(_ id: String, _ sequence: String) -> String { "<Ad id=\"\(id)\"\(sequence)><InLine/></Ad>" }
        let text =
            ad("a", "") + ad("b", " sequence=\"2\"") + ad("c", " sequence=\"1\"") + ad("d", " sequence=\"2\"") + ad("e", " sequence=\"0\"")
        let document = try vast("<VAST version=\"3.0\">\(text)</VAST>")
        #expect(document.pod.map(\.id) == ["c", "b"])
        #expect(document.standAlone.map(\.id) == ["a", "e"])
    }

    @Test("A response without ads keeps its error URLs")
    func none() throws {
        let document = try vast("<VAST version=\"4.0\"><Error>http://s/none?[ERRORCODE]</Error></VAST>", .strict)
        #expect(document.ads.isEmpty)
        #expect(document.errors == ["http://s/none?[ERRORCODE]"])
    }

    @Test(
        "Documents other than VAST are refused with an error code",
        arguments: [
            ("", 100), ("no", 100), ("<html/>", 101), ("<VideoAdServingTemplate/>", 102), ("<VAST version='1.0'/>", 102),
            ("<VMAP version='1.0'/>", 101), ("<rss><channel/></rss>", 101),
        ])
    func refused(_ text: String, _ code: Int) {
        let error = #expect(throws: VASTError.self) { try vast(text) }
        #expect(error?.code.number == code)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(
        "Strict mode refuses schema violations and reports their position",
        arguments: [
            ("<VAST><Ad/></VAST>", 101, "VAST"), ("<VAST version='9.0'/>", 102, "VAST"),
            ("<VAST version='3.0'><Ad><Other/></Ad></VAST>", 101, "VAST/Ad[1]"),
            ("<VAST version='3.0'><Ad><InLine><AdSystem>s</AdSystem></InLine></Ad></VAST>", 101, "VAST/Ad[1]/InLine"),
        ])
    func strict(_ text: String, _ code: Int, _ location: String) {
        let error = #expect(throws: VASTError.self) { try vast(text, .strict) }
        #expect(error?.code.number == code)
        #expect(error?.location == location)
        #expect(error?.line == 1)
    }

    @Test("Ads are numbered by their position in the document, including invalid ones")
    func numbers() throws {
        let document = try vast("<VAST version=\"3.0\"><Ad/><Ad sequence=\"x\"><InLine/></Ad></VAST>", .lenient)
        #expect(document.ads.count == 1)
        #expect(document.problems.map(\.location) == ["VAST/Ad[1]", "VAST/Ad[2]"])
    }

    @Test("Unreadable values are reported with their position, and the rest is kept")
    func problems() throws {
        let document = try vast(
            """
            <VAST version="3.0"><Ad><InLine>
            <Creatives><Creative sequence="x"><Linear><Duration>soon</Duration><TrackingEvents>
            <Tracking>http://s</Tracking></TrackingEvents></Linear></Creative></Creatives></InLine></Ad><Ad/></VAST>
            """)
        #expect(document.ads.count == 1)
        #expect(document.problems.map(\.line) == [2, 2, 3, 3])
        #expect(document.problems[1].location == "VAST/Ad[1]/InLine/Creatives/Creative[1]/Linear/Duration")
        #expect(document.problems.allSatisfy { $0.code == .schema })
    }

    @Test(
        "Times are read to the millisecond", arguments: [("00:00:30", 30.0), ("01:02:03.456", 3723.456), ("00:00:00.5", 0.5), ("15", 15)])
    func times(_ text: String, _ seconds: Double) { #expect(ClockTime.seconds(text) == seconds) }

    @Test("Invalid times are refused", arguments: ["", "soon", "1:2:3:4", "00:00:", "-1", "00:00:3o", "1e3", "99999999999"])
    func noTimes(_ text: String) { #expect(ClockTime.seconds(text) == nil) }

    @Test("Strict mode accepts only the standard's time format")
    func strictTimes() {
        #expect(ClockTime.seconds("00:59:59.999", isStrict: true) == 3599.999)
        for text in ["15", "0:00:15", "00:60:00", "00:00:60", "00:15"] { #expect(ClockTime.seconds(text, isStrict: true) == nil) }
        #expect(ClockTime.text(3723.4561) == "01:02:03.456")
    }
}

func vast(_ text: String, _ mode: AdMarkup.Mode = .lenient) throws(VASTError) -> VASTDocument {
    try VASTDocument.read(Array(text.utf8), mode: mode)
}
