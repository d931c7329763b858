// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup

@Suite struct MacroTests {
    private let values = AdMacroValues(
        [
            "ERRORCODE": .number(303), "CONTENTURI": .text("https://a/b?c=d e&ü"), "IFA": .withheld,
            "UNIVERSALADID": .list(["ad-id.org CNPA0484000H", "a,b"]), "MEDIAPLAYHEAD": .playhead(3723.5), "OWN": .text("1"),
        ], variables: ["session.id": "a b", "url.name": "n/1"])

    @Test("Macros are filled in and escaped, lists keep their commas, and unknown or withheld values are marked")
    func fill() {
        #expect(values.fill("http://s/?c=[ERRORCODE]&u=[CONTENTURI]") == "http://s/?c=303&u=https%3A%2F%2Fa%2Fb%3Fc%3Dd%20e%26%C3%BC")
        #expect(values.fill("[IFA]|[IFATYPE]|[UNIVERSALADID]") == "-2|-1|ad-id.org%20CNPA0484000H,a%2Cb")
        #expect(values.fill("[MEDIAPLAYHEAD][OWN]") == "01%3A02%3A03.5001")
    }

    @Test("Other spellings are filled in too, and unknown names stay")
    func spellings() {
        #expect(values.fill("%%ERRORCODE%%/%5BERRORCODE%5D/[session.id]/{{url.name}}") == "303/303/a%20b/n%2F1")
        for text in ["[NOBODY]", "[]", "[", "[ERRORCODE", "%%", "[errorcode]", "http://[::1]/", "50%25", "{{x}}", "[[ERRORCODE"] {
            #expect(values.fill(text) == text)
        }
        #expect(values.fill("[[ERRORCODE]]") == "[303]")
    }

    @Test("A macro used in the wrong context counts as unknown")
    func uses() {
        #expect(values.fill("[ERRORCODE]", for: .requests) == "-1")
        #expect(AdMacroValues(["ADCATEGORIES": .list(["IAB1"])]).fill("[ADCATEGORIES]", for: .tracking) == "-1")
    }

    @Test("A request URL has its macros filled in and parameters added to its query")
    func request() {
        #expect(values.request("http://s/v?a=[IFA]#f", adding: [("k", "1 2"), ("l", "&")]) == "http://s/v?a=-2&k=1%202&l=%26#f")
        #expect(values.request("http://s/v", adding: [("k", "1")]) == "http://s/v?k=1")
        #expect(values.request("http://s/v?", adding: [("k", "1")]) == "http://s/v?k=1")
    }

    @Test("Times, random numbers and playheads have the specified formats")
    func forms() {
        #expect(AdMacroValue.timestamp(1_453_000_507_127, zone: -300) == .text("2016-01-16T22:15:07.127-05:00"))
        #expect(AdMacroValue.timestamp(0) == .text("1970-01-01T00:00:00.000+00:00"))
        #expect(AdMacroValue.timestamp(951_782_400_000, zone: 330) == .text("2000-02-29T05:30:00.000+05:30"))
        #expect(AdMacroValue.timestamp(-1) == .text("1969-12-31T23:59:59.999+00:00"))
        #expect(AdMacroValue.cacheBusting(4_200_000_042) == .text("00000042"))
        #expect(AdMacroValue.playhead(-1) == .text("00:00:00.000"))
    }

    @Test("4. The ad's own values are filled into all its tracking URLs, and other macros and names stay")
    func own() throws {
        let template = "http://t/?u=[UNIVERSALADID]&s=%%ADSERVINGID%%&p=[PODSEQUENCE]&c=[CACHEBUSTING]&x=[X]"
        let filled = "http://t/?u=ad-id.org%20X1,clearcast.co.uk%20A%2F2&s=srv-7&p=2&c=[CACHEBUSTING]&x=[X]"
        let text = """
            <VAST version="4.3"><Ad id="a" sequence="2"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><AdServingId>srv-7</AdServingId>
            <Impression><![CDATA[\(template)]]></Impression><Error><![CDATA[\(template)]]></Error>
            <ViewableImpression><Viewable><![CDATA[\(template)]]></Viewable></ViewableImpression><Creatives><Creative>
            <UniversalAdId idRegistry="ad-id.org">X1</UniversalAdId><UniversalAdId idRegistry="clearcast.co.uk">A/2</UniversalAdId>
            <Linear><Duration>00:00:05</Duration><TrackingEvents><Tracking event="start"><![CDATA[\(template)]]></Tracking></TrackingEvents>
            <VideoClicks><ClickThrough><![CDATA[\(template)]]></ClickThrough></VideoClicks></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let ad = try #require(try VASTDocument.read(Array(text.utf8)).ads.first).fillingOwnMacros()
        let linear = try #require(ad.creatives.first?.linear)
        let addresses = ad.impressions.map(\.url) + ad.errors + (ad.viewableImpression?.viewable ?? []) + linear.tracking.map(\.url)
        #expect(addresses + [linear.clicks.through?.url] == [String](repeating: filled, count: 5))
    }

    @Test("The list has each macro once")
    func list() {
        #expect(AdMacro.all.count == 59)
        #expect(Set(AdMacro.all.map(\.name)).count == 59)
        #expect(AdMacro.all.filter(\.isRequired).map(\.name) == ["TIMESTAMP", "CACHEBUSTING", "ERRORCODE", "REASON", "LIMITADTRACKING"])
        #expect(VASTErrorCode.all.count == 38)
    }
}
