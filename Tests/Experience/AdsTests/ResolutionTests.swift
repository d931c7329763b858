// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite struct ResolutionTests {
    /// A network of documents by URL, and what a resolution did with it.
    private struct Run {
        var resolution: AdResolution
        var loads: [AdResolution.Load] = []
        var reports: [String] = []
        var finishes = 0

        init(_ documents: [String: String], from start: String = "http://h/a", settings: AdResolution.Settings = .init()) {
            resolution = AdResolution(settings: settings)
            var actions = resolution.handle(.begin(url: start))
            while let action = actions.first {
                actions.removeFirst()
                switch action {
                case .load(let load):
                    loads.append(load)
                    let answer = documents[load.url].map {
                        AdResolution.Event.received(load: load.id, bytes: Array($0.utf8), url: load.url)
                    }
                    actions += resolution.handle(answer ?? .failed(load: load.id, .unavailable))
                case .report(let code, let urls): reports += urls.map { "\(code.number) \($0)" }
                case .finish: finishes += 1
                case .cancel: break
                }
            }
        }

        var ids: [String?] { resolution.ads.map(\.ad.id) }
    }

    private static func inline(_ id: String, sequence: Int? = nil, _ content: String = "") -> String {
        "<Ad id='\(id)'\(sequence.map { " sequence='\($0)'" } ?? "")><InLine><Error>http://e/\(id)</Error>"
            + "<Impression>http://i/\(id)</Impression>\(content)</InLine></Ad>"
    }

    private static func wrapper(_ id: String, to url: String, sequence: Int? = nil, _ attributes: String = "", _ content: String = "")
        -> String
    {
        "<Ad id='\(id)'\(sequence.map { " sequence='\($0)'" } ?? "")><Wrapper \(attributes)><Error>http://e/\(id)</Error>"
            + "<Impression>http://i/\(id)</Impression><VASTAdTagURI>\(url)</VASTAdTagURI>\(content)</Wrapper></Ad>"
    }

    private static func vast(_ ads: String...) -> String { "<VAST version='4.2'>\(ads.joined())</VAST>" }

    @Test("Thousands of ads that fail and replace each other neither recurse nor report without end")
    func manyFailures() {
        let broken = (0..<20_000).map { "<Ad id='\($0)'><Wrapper fallbackOnNoAd='true'><Error>http://e/\($0)</Error></Wrapper></Ad>" }
            .joined()
        let run = Run(["http://h/a": "<VAST version='4.2'>\(broken)</VAST>"])
        #expect(run.ids.isEmpty)
        #expect(run.finishes == 1)
        #expect(run.reports.count <= 1000)
        let pod = (1...5000).map { (number: Int) in Self.inline("\(number)", sequence: number) }.joined()
        let large = Run(["http://h/a": "<VAST version='4.2'>\(pod)</VAST>"])
        #expect(large.ids.count == 100)
        #expect(large.resolution.problems.contains { $0.message.contains("100") })
    }

    @Test("A document in a data URL may refer to servers, and not to files")
    func dataReferrer() {
        func start(_ url: String) -> Bool {
            var resolution = AdResolution()
            return resolution.handle(.begin(url: url, referrer: "data:text/xml,x")).contains { if case .load = $0 { true } else { false } }
        }
        #expect(start("http://h/a"))
        #expect(!start("file:///etc/passwd"))
        #expect(!start("ads.xml"))
    }

    @Test("Wrappers are followed, relative URLs resolved against the document, and all levels tracked")
    func chain() {
        let run = Run([
            "http://h/a": Self.vast(Self.wrapper("w1", to: "x/b?c=1&amp;d")), "http://h/x/b?c=1&d": Self.vast(Self.wrapper("w2", to: "/c")),
            "http://h/c": Self.vast(Self.inline("ad")),
        ])
        #expect(run.ids == ["ad"])
        #expect(run.finishes == 1)
        #expect(run.reports.isEmpty)
        #expect(run.resolution.ads.first?.wrappers.map(\.id) == ["w1", "w2"])
        #expect(run.resolution.ads.first?.ad.impressions.map(\.url) == ["http://i/ad", "http://i/w2", "http://i/w1"])
        #expect(run.resolution.ads.first?.ad.errors == ["http://e/ad", "http://e/w2", "http://e/w1"])
        #expect(run.loads.map(\.timeout) == [8, 4, 4])
        #expect(run.loads.map(\.referrer) == [nil, "http://h/a", "http://h/x/b?c=1&d"])
    }

    @Test("Too many wrappers end with error 302 for every level")
    func limit() {
        let documents = Dictionary(
            uniqueKeysWithValues: (0..<10).map {
                ($0 == 0 ? "http://h/a" : "http://h/\($0)", Self.vast(Self.wrapper("w\($0)", to: "http://h/\($0 + 1)")))
            })
        let run = Run(documents)
        #expect(run.ids.isEmpty)
        #expect(run.loads.count == 6)
        #expect(run.reports == (0...5).map { "302 http://e/w\($0)" })
    }

    @Test("A pod that exceeds the number of requests is reported as such, not as too many wrappers")
    func requestLimit() {
        var settings = AdResolution.Settings()
        settings.requestLimit = 2
        let run = Run(
            [
                "http://h/a": Self.vast(Self.wrapper("1", to: "/b", sequence: 1), Self.wrapper("2", to: "/c", sequence: 2)),
                "http://h/b": Self.vast(Self.inline("x")),
            ], settings: settings)
        #expect(run.ids == ["x"])
        #expect(run.loads.count == 2)
        #expect(run.reports == ["302 http://e/2"])
        #expect(run.resolution.problems.contains { $0.message == "the ads need more than 2 requests" })
        #expect(!run.resolution.problems.contains { $0.message.hasSuffix("wrappers") })
    }

    @Test("A loop of wrappers is not followed")
    func loop() {
        let run = Run(["http://h/a": Self.vast(Self.wrapper("1", to: "/b")), "http://h/b": Self.vast(Self.wrapper("2", to: "/a"))])
        #expect(run.ids.isEmpty)
        #expect(run.loads.count == 2)
        #expect(run.reports == ["302 http://e/1", "302 http://e/2"])
    }

    @Test(
        "A wrapper without a valid ad reports the matching error code",
        arguments: [
            (nil, ["301 http://e/w"]), ("<VAST version='4.2'/>", ["303 http://e/w"]), ("no", ["100 http://e/w"]),
            ("<a/>", ["101 http://e/w"]),
            ("<VAST version='1.0'/>", ["102 http://e/w"]),
            ("<VAST version='4.2'><Error>http://none</Error></VAST>", ["303 http://none", "303 http://e/w"]),
        ])
    func failures(_ answer: String?, _ reports: [String]) {
        let run = Run(["http://h/a": Self.vast(Self.wrapper("w", to: "/b"))].merging(answer.map { ["http://h/b": $0] } ?? [:]) { $1 })
        #expect(run.reports == reports)
        #expect(run.ids.isEmpty)
        #expect(run.finishes == 1)
    }

    @Test("Remote documents can't refer to files", arguments: ["file:///etc/passwd", "data:,x", "ftp://h/x"])
    func files(_ url: String) {
        let run = Run(["http://h/a": Self.vast(Self.wrapper("w", to: url))])
        #expect(run.loads.count == 1)
        #expect(run.reports == ["300 http://e/w"])
    }

    @Test("A pod is in order, and a stand-alone ad replaces a failed one")
    func pod() {
        let run = Run([
            "http://h/a": Self.vast(
                Self.inline("2", sequence: 2), Self.wrapper("1", to: "/gone", sequence: 1), Self.inline("alone"), Self.inline("spare"),
                Self.inline("3", sequence: 3))
        ])
        #expect(run.ids == ["alone", "2", "3"])
        #expect(run.reports == ["301 http://e/1"])
        #expect(run.resolution.reserve.map(\.id) == ["spare"])
    }

    @Test("A wrapper that forbids a fallback is not replaced, although there are ads in reserve")
    func podWithoutFallback() {
        let run = Run([
            "http://h/a": Self.vast(
                Self.inline("2", sequence: 2), Self.wrapper("1", to: "/gone", sequence: 1, "fallbackOnNoAd='false'"), Self.inline("alone"),
                Self.inline("spare"), Self.inline("3", sequence: 3))
        ])
        #expect(run.ids == ["2", "3"])
        #expect(run.reports == ["301 http://e/1"])
        #expect(run.resolution.reserve.map(\.id) == ["alone", "spare"])
    }

    @Test("Of stand-alone ads the first plays, and another one only if the wrapper allows it")
    func fallback() {
        let inner = Self.inline("spare")
        #expect(Run(["http://h/a": Self.vast(Self.inline("x"), inner)]).ids == ["x"])
        #expect(Run(["http://h/a": Self.vast(Self.wrapper("w", to: "/gone", "fallbackOnNoAd='true'"), inner)]).ids == ["spare"])
        #expect(Run(["http://h/a": Self.vast(Self.wrapper("w", to: "/gone"), inner)]).ids.isEmpty)
    }

    @Test("A wrapper that allows multiple ads leads to a pod that all tracks it; otherwise to one ad")
    func several() {
        let pod = Self.vast(Self.inline("1", sequence: 1), Self.inline("2", sequence: 2), Self.inline("alone"))
        let both = Run(["http://h/a": Self.vast(Self.wrapper("w", to: "/b", "allowMultipleAds='1'")), "http://h/b": pod])
        #expect(both.ids == ["1", "2"])
        #expect(both.resolution.ads.map { $0.ad.impressions.map(\.url) } == [["http://i/1", "http://i/w"], ["http://i/2", "http://i/w"]])
        #expect(Run(["http://h/a": Self.vast(Self.wrapper("w", to: "/b")), "http://h/b": pod]).ids == ["alone"])
    }

    @Test("A wrapper behind one that forbids more wrappers is skipped")
    func noMore() {
        let run = Run([
            "http://h/a": Self.vast(Self.wrapper("w", to: "/b", "followAdditionalWrappers='false'")),
            "http://h/b": Self.vast(Self.wrapper("v", to: "/c")), "http://h/c": Self.vast(Self.inline("x")),
        ])
        #expect(run.ids.isEmpty)
        #expect(run.loads.count == 2)
        #expect(run.reports == ["303 http://e/w"])
    }

    @Test("A schedule's ad source may forbid several ads, or wrappers")
    func source() {
        var settings = AdResolution.Settings()
        settings.allowsMultipleAds = false
        let pod = ["http://h/a": Self.vast(Self.inline("1", sequence: 1), Self.inline("2", sequence: 2))]
        #expect(Run(pod, settings: settings).ids == ["1"])
        settings.followsWrappers = false
        let wrapped = ["http://h/a": Self.vast(Self.wrapper("w", to: "/b")), "http://h/b": Self.vast(Self.inline("x"))]
        #expect(Run(wrapped, settings: settings).loads.count == 1)
    }

    @Test("A schedule's ad tag is resolved against the schedule, and can't refer to files")
    func tags() {
        var resolution = AdResolution()
        let actions = resolution.handle(.begin(url: "t?x", referrer: "http://h/s/v.xml"))
        guard case .load(let load) = actions.first else { return #expect(Bool(false), "nothing was loaded") }
        #expect(load.url == "http://h/s/t?x")
        #expect(load.referrer == "http://h/s/v.xml")
        var other = AdResolution()
        #expect(other.handle(.begin(url: "file:///etc/passwd", referrer: "http://h/v.xml")) == [.finish])
        #expect(other.problems.map(\.code) == [.wrapper])
    }

    @Test("An ad has the pod position of its wrapper in the first response")
    func inheritedSequence() {
        let run = Run([
            "http://h/a": Self.vast(
                Self.inline("one", sequence: 1), Self.wrapper("w", to: "/b", sequence: 2), Self.wrapper("v", to: "/c", sequence: 3)),
            "http://h/b": Self.vast(Self.wrapper("inner", to: "/d")), "http://h/c": Self.vast(Self.inline("three", sequence: 1)),
            "http://h/d": Self.vast(Self.inline("two")),
        ])
        #expect(run.ids == ["one", "two", "three"])
        #expect(run.resolution.ads.map(\.ad.sequence) == [1, 2, 3])
    }

    @Test("An ad of a blocked category is refused with error 205")
    func blocked() {
        let run = Run([
            "http://h/a": Self.vast(
                Self.wrapper("w", to: "/b", "", "<BlockedAdCategories authority='iab'>IAB2,IAB3</BlockedAdCategories>")),
            "http://h/b": Self.vast(Self.inline("x", "<Category authority='iab'>IAB3</Category>")),
        ])
        #expect(run.ids.isEmpty)
        #expect(run.reports == ["205 http://e/w", "205 http://e/x"])
    }

    @Test("An ad without a required category is refused with error 204, and the next replaces it")
    func uncategorised() {
        let documents = [
            "http://h/a": Self.vast(
                Self.inline("bare"), Self.inline("empty", "<Category authority='iab'> </Category>"),
                Self.inline("named", "<Category authority='iab'>IAB3</Category>"))
        ]
        var settings = AdResolution.Settings()
        #expect(Run(documents, settings: settings).ids == ["bare"])
        settings.requiresCategory = true
        let run = Run(documents, settings: settings)
        #expect(run.ids == ["named"])
        #expect(run.reports == ["204 http://e/bare", "204 http://e/empty"])
    }

    @Test("Trackers of all levels are kept, and clicks, icons and companions are those nearest to the ad")
    func merge() throws {
        func creatives(_ name: String, through: Bool) -> String {
            "<Creatives><Creative><Linear><Duration>00:00:10</Duration><TrackingEvents><Tracking event='start'>http://t/\(name)</Tracking>"
                + "</TrackingEvents><VideoClicks>\(through ? "<ClickThrough>http://c/\(name)</ClickThrough>" : "")"
                + "<ClickTracking>http://k/\(name)</ClickTracking></VideoClicks><Icons><Icon program='p'><IconViewTracking>http://v/\(name)"
                + "</IconViewTracking></Icon></Icons></Linear></Creative><Creative><CompanionAds><Companion width='1' height='2'>"
                + "<StaticResource>http://s/\(name)</StaticResource></Companion></CompanionAds></Creative></Creatives>"
        }
        let run = Run([
            "http://h/a": Self.vast(Self.wrapper("w", to: "/b", "", creatives("w", through: true))),
            "http://h/b": Self.vast(Self.wrapper("v", to: "/c", "", creatives("v", through: true))),
            "http://h/c": Self.vast(Self.inline("x", creatives("x", through: false))),
        ])
        let ad = try #require(run.resolution.ads.first?.ad)
        let linear = try #require(ad.creatives.first?.linear)
        #expect(linear.tracking.map(\.url) == ["http://t/x", "http://t/v", "http://t/w"])
        #expect(linear.clicks.through?.url == "http://c/v")
        #expect(linear.clicks.tracking.count == 3)
        #expect(linear.icons.map(\.viewTracking) == [["http://v/x"]])
        #expect(
            ad.creatives.compactMap(\.companions).flatMap(\.companions).map(\.resources) == [[.fixed(url: "http://s/x", creativeType: nil)]]
        )
    }

    @Test("At the timeout the ads loaded so far play")
    func time() {
        var resolution = AdResolution()
        let document = Self.vast(Self.wrapper("1", to: "/slow", sequence: 1), Self.inline("2", sequence: 2), Self.wrapper("3", to: "/also"))
        _ = resolution.handle(.begin(url: "http://h/a"))
        _ = resolution.handle(.received(load: 0, bytes: Array(document.utf8), url: "http://h/a"))
        let actions = resolution.handle(.timeIsOver)
        #expect(actions == [.cancel(load: 1), .report(.wrapperTimeout, urls: ["http://e/1"]), .finish])
        #expect(resolution.ads.map(\.ad.id) == ["2"])
        #expect(resolution.handle(.received(load: 1, bytes: [], url: "")).isEmpty)
    }

    @Test("A response with thousands of ads that fail one after the other is given up")
    func endless() {
        let failing = String(repeating: "<Ad><Wrapper fallbackOnNoAd='true'/></Ad>", count: 20_000)
        let run = Run(["http://h/a": Self.vast(failing, Self.inline("ad"))])
        #expect(run.ids.isEmpty)
        #expect(run.finishes == 1)
        #expect(run.resolution.problems.count < 1000)
    }
}
