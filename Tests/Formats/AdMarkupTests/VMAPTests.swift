// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup

@Suite struct VMAPTests {
    private func vmap(_ text: String, _ mode: AdMarkup.Mode = .lenient) throws -> VMAPDocument {
        guard case .vmap(let document) = try AdMarkup.read(Array(text.utf8), mode: mode) else { throw CancellationError() }
        return document
    }

    @Test("Breaks have times, sources, tracking URLs and extensions")
    func breaks() throws {
        let document = try vmap(
            """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0.1">
            <vmap:AdBreak timeOffset="start" breakType="linear" breakId="pre"><vmap:AdSource id="1" allowMultipleAds="true" followRedirects="false">
            <vmap:VASTAdData><VAST version="3.0"><Ad id="a"><InLine/></Ad></VAST></vmap:VASTAdData></vmap:AdSource>
            <vmap:TrackingEvents><vmap:Tracking event="breakStart">http://s/b</vmap:Tracking><vmap:Tracking event="error">http://s/e</vmap:Tracking>
            </vmap:TrackingEvents></vmap:AdBreak>
            <vmap:AdBreak timeOffset="00:10:23.125" breakType="linear, nonlinear" repeatAfter="00:05:00"><vmap:AdSource>
            <vmap:AdTagURI templateType="vast3"><![CDATA[http://s/tag?x=1&y=2]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
            <vmap:AdBreak timeOffset="50%" breakType="display"><vmap:AdSource><vmap:CustomAdData templateType="proprietary"><x>1</x>
            </vmap:CustomAdData></vmap:AdSource><vmap:Extensions><vmap:Extension type="t">e</vmap:Extension></vmap:Extensions></vmap:AdBreak>
            <vmap:AdBreak timeOffset="#2" breakType="linear"/><vmap:AdBreak timeOffset="end" breakType="linear"/>
            <vmap:Extensions><vmap:Extension type="root">r</vmap:Extension></vmap:Extensions></vmap:VMAP>
            """)
        #expect(document.version == "1.0.1")
        #expect(document.problems.isEmpty)
        #expect(document.extensions.first?.type == "root")
        #expect(document.breaks.map(\.offset) == [.start, .seconds(623.125), .percent(50), .position(2), .end])
        #expect(document.breaks.map(\.types) == [["linear"], ["linear", "nonlinear"], ["display"], ["linear"], ["linear"]])
        let first = document.breaks[0]
        #expect(first.id == "pre")
        #expect(first.source?.allowMultipleAds == true)
        #expect(first.source?.followRedirects == false)
        #expect(first.tracking.map(\.event) == ["breakStart", "error"])
        guard case .vast(let inner) = first.source?.content else { throw CancellationError() }
        #expect(inner.ads.map(\.id) == ["a"])
        #expect(document.breaks[1].source?.content == .tag(url: "http://s/tag?x=1&y=2", templateType: "vast3"))
        #expect(document.breaks[1].repeatAfter == 300)
        guard case .custom(let text, "proprietary") = document.breaks[2].source?.content else { throw CancellationError() }
        #expect(text.hasPrefix("<x>1</x>"))
        #expect(document.breaks[2].extensions.first?.type == "t")
    }

    @Test("VASTData and ads embedded as text are also read", arguments: ["VASTAdData", "VASTData"])
    func text(_ name: String) throws {
        let document = try vmap(
            "<VMAP version='1.0'><AdBreak timeOffset='start'><AdSource><\(name)><![CDATA[<VAST version='2.0'><Ad id='x'><InLine/></Ad></VAST>]]>"
                + "</\(name)></AdSource></AdBreak></VMAP>")
        guard case .vast(let inner) = document.breaks.first?.source?.content else { throw CancellationError() }
        #expect(inner.ads.map(\.id) == ["x"])
    }

    @Test("Unreadable parts of a break are reported, and the other breaks are kept")
    func problems() throws {
        let document = try vmap(
            "<VMAP><AdBreak timeOffset='later'><AdSource/></AdBreak><AdBreak><AdSource><VASTAdData>x</VASTAdData></AdSource></AdBreak>"
                + "<AdBreak timeOffset='#0'/><AdBreak timeOffset='101%'/><AdBreak timeOffset='end'/></VMAP>")
        #expect(document.breaks.map(\.offset) == [nil, nil, nil, nil, .end])
        #expect(document.problems.count == 7)
        #expect(document.problems.first?.location == "VMAP/AdBreak[1]")
    }

    @Test(
        "A break occurs at its offset and after each repetition within the content",
        arguments: [
            ("start", nil, 100, [0.0]), ("start", "00:00:40", 100, [0, 40, 80]), ("00:00:30", "00:00:30", 100, [30, 60, 90]),
            ("50%", "00:00:20", 100, [50, 70, 90]), ("50%", nil, nil, []), ("00:00:30", "00:00:30", nil, [30]),
            ("end", "00:00:01", 100, [.infinity]),
            ("100%", nil, 100, [.infinity]), ("00:02:00", nil, 100, [.infinity]), ("#2", nil, 100, []), ("00:00:10", "00:00:00", 20, [10]),
        ] as [(String, String?, Double?, [Double])])
    func times(_ offset: String, _ interval: String?, _ duration: Double?, _ times: [Double]) throws {
        let again = interval.map { " repeatAfter='\($0)'" } ?? ""
        let document = try vmap("<VMAP version='1.0'><AdBreak timeOffset='\(offset)'\(again) breakType='linear'/></VMAP>")
        #expect(document.breaks[0].times(in: duration) == times)
    }
}
