// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxTranslations

@testable import WindowboxPages

@Suite("Rendering of the viewer's pages")
struct PageRenderingTests {
    /// Malicious texts: markup, the end of a script, reversed directions, stacked accents.
    static let attacks = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</script><script>alert(1)</script>",
        "' onfocus='alert(1)' autofocus='",
        "\u{202E}gnp.exe\u{2066}", "e" + String(repeating: "\u{0301}", count: 500), String(repeating: "👩‍👩‍👧‍👦", count: 400), "\u{0}\u{1B}[31m",
        "javascript:alert(1)",
    ]

    private func watched(_ text: String) throws -> String {
        var video = Video(id: "v1", channelID: "c1")
        (video.caption, video.description, video.badge, video.hashtags) = (text, text, text, [text])
        video.posterURL = text
        video.hlsURL = text
        video.subtitles = [Subtitle(language: text, url: text)]
        video.cta = CallToAction(type: .custom, title: text, url: text)
        video.socialAttribution = SocialAttribution(platform: text, handle: text, url: text)
        var product = Product(id: "p1", storeID: "s1", externalID: "x", name: text, currency: "EUR")
        product.subtitle = text
        product.images = [ProductImage(externalID: "i", url: text)]
        var unit = ProductUnit(id: "u1", externalID: "x", name: text, price: try #require(Amount("5.28")))
        unit.url = text
        product.units = [unit]
        var page = WatchPage(language: .english, video: video)
        page.shop.products = [product]
        page.channel = VideoChannel(id: "c1", businessID: "b1", name: text, slug: "c")
        var next = Video(id: "v2", channelID: "c1")
        next.caption = text
        page.following = [.video(FeedVideo(next), reason: .discover)]
        return try page.html()
    }

    @Test("User content can't create elements, attributes or scripts", arguments: attacks)
    func hostile(_ text: String) throws {
        var page = BrowsePage(language: .english, source: .hashtag(channel: "c1", filter: text))
        var video = Video(id: "v1", channelID: "c1")
        (video.caption, video.badge, video.posterURL, video.gifURL, video.hlsURL) = (text, text, text, text, text)
        page.items = [
            .video(FeedVideo(video), reason: .discover), .playlist(FeedPlaylist(id: "p1", name: text, posterURL: text, count: 2)),
        ]
        for html in [try page.html(), try watched(text)] {
            // One module and one data block, and no foreign scripts.
            #expect(html.components(separatedBy: "<script").count == 3)
            #expect(html.components(separatedBy: "</script").count == 3)
            let shown = html.replacing(#/<script[^>]*>.*?<\/script>/#.dotMatchesNewlines(), with: "")
            #expect(!shown.contains("<img src=x"))
            #expect(!shown.contains("' onfocus='"))
            #expect(!shown.contains("href=\"javascript:"))
            #expect(!shown.contains("src=\"javascript:"))
            #expect(!shown.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) })
            #expect(html.utf8.count < 500_000)
        }
    }

    @Test("The page data contains the original JSON", arguments: attacks)
    func data(_ text: String) throws {
        let html = try watched(text)
        let start = try #require(html.range(of: "id=\"page-data\">")).upperBound
        let end = try #require(html[start...].range(of: "</script>")).lowerBound
        let value = try ContractJSON.decode(JSONValue.self, from: String(html[start..<end]))
        #expect(value["video"]?["caption"]?.text == text)
    }

    @Test("A page uses the preferred supported language and its text direction")
    func languages() throws {
        #expect(PageLanguage.choose(accepted: "tlh, fr-CA;q=0.7, de;q=0.9, en;q=0.1") == .german)
        #expect(PageLanguage.choose(accepted: "ar-SA") == .arabic)
        #expect(PageLanguage.choose("ja", accepted: "de") == .japanese)
        #expect(PageLanguage.choose(accepted: "*;q=0.1, xx, fr;q=0") == .english)
        #expect(PageLanguage.choose(accepted: nil) == .english)
        #expect(try BrowsePage(language: .arabic, source: .discover).html().contains("<html lang=\"ar\" dir=\"rtl\">"))
    }

    @Test("Every language has all phrases, with the placeholders of the English ones", arguments: PageLanguage.allCases)
    func phrases(_ language: PageLanguage) {
        func places(_ text: String) -> Set<Substring> { Set(text.matches(of: #/\{[a-z]+\}/#).map(\.output)) }
        for phrase in PagePhrase.allCases {
            let text = language.catalogue?.text(phrase.rawValue) ?? ""
            #expect(!text.isEmpty, "\(phrase)")
            #expect(places(text) == places(PageLanguage.english.text(phrase)), "\(phrase)")
        }
    }

    @Test(
        "A source survives conversion to a URL and back",
        arguments: [
            FeedSource.discover, .channel("c1", isPersonal: false), .channel("c1"), .playlist("p1", channel: "c1"), .playlistGroup("g1"),
            .hashtag(channel: "c1", filter: "(and \"ü & ö\" (or a b))"), .sku(channel: "c1", productIDs: ["a", "b"]), .single("v1"),
            .dynamic(channel: "c1", parameters: ["age": ["young", "old"], "a&b": ["x=y"]]),
        ])
    func sources(_ source: FeedSource) throws {
        let pairs = SourceQuery.text(source).split(separator: "&").map { pair in
            pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
        }
        let values = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        let parameters = Dictionary(
            uniqueKeysWithValues: values.filter { $0.key.hasPrefix("p.") }.map { (String($0.key.dropFirst(2)), $0.value) })
        #expect(SourceQuery.source({ values[$0] }, parameters: parameters) == source)
    }

    @Test("A filter is described in natural language") func filters() {
        let cases: [(String, PageLanguage, String)] = [
            ("sea", .english, "#sea"), ("(and calm sea)", .english, "#calm and #sea"), ("(or a b c)", .german, "#a oder #b oder #c"),
            ("(and calm (not (or sea hills)))", .english, "#calm and not (#sea or #hills)"), ("(not sea)", .japanese, "#sea以外"),
            ("(and", .english, "(and"),
        ]
        for (filter, language, words) in cases {
            #expect(BrowsePage(language: language, source: .hashtag(channel: "c1", filter: filter)).heading == words)
        }
    }

    @Test("A poster with two sizes has a srcset") func posters() throws {
        var video = Video(id: "v1", channelID: "c1")
        video.posterURL = "/media/a/poster.jpg"
        video.posters = [
            Poster(url: "/media/b/other.jpg", width: 90, height: 160), Poster(url: "/media/a/poster.jpg", width: 720, height: 1280),
        ]
        // Other images are not sizes of this one.
        #expect(FeedVideo(video).posters == nil)
        video.posters.append(Poster(url: "/media/a/poster-small.jpg", width: 240, height: 426))
        var page = WatchPage(language: .english, video: video)
        page.following = [.video(FeedVideo(video), reason: .discover)]
        let html = try page.html()
        #expect(html.contains("srcset=\"/media/a/poster-small.jpg 240w, /media/a/poster.jpg 720w\" sizes=\"84px\""))
        #expect(html.contains("loading=\"lazy\" fetchpriority=\"low\""))
        #expect(html.contains("poster=\"/media/a/poster.jpg\""))
    }

    @Test("Phones show the videos of discover one at a time, and what is looked through as a gallery") func reels() throws {
        let item = FeedItem.video(FeedVideo(Video(id: "v1", channelID: "c1")), reason: .discover)
        func page(_ source: FeedSource, _ items: [FeedItem], _ change: (inout BrowsePage) -> Void = { _ in }) throws -> String {
            var page = BrowsePage(language: .english, source: source)
            page.items = items
            change(&page)
            return try page.html()
        }
        let discover = try page(.discover, [item])
        #expect(discover.contains("<body class=\"browse reel\">"))
        #expect(discover.contains("reel.css\">"))
        #expect(discover.contains("reel.js\" media=\"\(BrowsePage.reelMedia)\">"))
        #expect(discover.contains("<template id=\"comments-template\">"))
        // The viewer's own guest fills it.
        #expect(try page(.following, []).contains("<body class=\"browse reel\">"))
        let galleries = [
            try page(.discover, []), try page(.channel("c1", isPersonal: false), [item]), try page(.discover, [item]) { $0.search = "sea" },
            try page(.discover, [item]) { $0.isEmbedded = true },
        ]
        for gallery in galleries {
            #expect(!gallery.contains("reel.css") && !gallery.contains("reel.js") && !gallery.contains(" reel\">"))
            #expect(!gallery.contains("comments-template"))
        }
    }

    @Test("Only a video whose poster is known to be wide is shown whole on a phone", arguments: [(1280, 720, true), (720, 1280, false)])
    func wide(_ width: Int, _ height: Int, _ isWide: Bool) throws {
        var video = FeedVideo(Video(id: "v1", channelID: "c1"))
        video.posters = [Poster(url: "/p.jpg", width: width, height: height)]
        var feed = BrowsePage(language: .english, source: .discover)
        feed.items = [.video(video, reason: .discover)]
        #expect(try feed.html().contains("<li class=\"card wide\"") == isWide)
    }

    @Test("A service without an app says how to begin, or which setting is wrong", arguments: PageLanguage.allCases)
    func start(_ language: PageLanguage) {
        let new = SetupPage(language: language, hasWrongApp: false).html
        #expect(new.contains("<code>windowbox-service add-app NAME <span class=\"option\">--business ID</span></code>"))
        #expect(!new.contains("web-app"))
        let wrong = SetupPage(language: language, hasWrongApp: true).html
        #expect(wrong.contains("<code>web-app = ID "))
        #expect(!wrong.contains("add-app"))
        for page in [new, wrong] { #expect(page.contains("<a class=\"button\" href=\"/studio\" rel=\"nofollow\">")) }
    }

    @Test("A stream without a poster has a drawn one") func streams() throws {
        var video = Video(id: "v1", channelID: "c1")
        var stream = LiveStream(id: "s1", videoID: "v1", channelID: "c1", title: "An evening")
        (stream.status, stream.orientation) = (.live, .landscape)
        var page = WatchPage(language: .english, video: video)
        #expect(try !page.html().contains(" poster="))
        page.stream = stream
        #expect(try page.html().contains("poster=\"\(PageAsset.path("stream-landscape.svg"))\""))
        var feed = BrowsePage(language: .english, source: .discover)
        feed.items = [.video(FeedVideo(video, stream: stream), reason: .discover)]
        #expect(try feed.html().contains("<img src=\"\(PageAsset.path("stream-portrait.svg"))\""))
        video.posterURL = "/media/p.jpg"
        feed.items = [.video(FeedVideo(video, stream: stream), reason: .discover)]
        #expect(try feed.html().contains("<img src=\"/media/p.jpg\""))
    }

    @Test(
        "The URL has the title as a slug",
        arguments: [("The sea, at last!", "/the-sea-at-last"), ("…", ""), ("Über 9 Hügel", "/%C3%BCber-9-h%C3%BCgel")])
    func slugs(_ title: String, _ end: String) throws {
        var video = Video(id: "v1", channelID: "c1")
        video.caption = title
        #expect(WatchPage(language: .english, video: video).path == "/watch/v1" + end)
    }

    @Test("The page of a video that may not be played does not contain its URL")
    func withheld() throws {
        var video = Video(id: "v1", channelID: "c1")
        video.hlsURL = "/media/secret/index.m3u8"
        video.renditions = [VideoRendition(url: "/media/secret/1.m3u8", type: "x", width: 1, height: 1, bitrate: 1)]
        var page = WatchPage(language: .english, video: video)
        #expect(try page.html().contains("/media/secret/index.m3u8"))
        page.isBlocked = true
        #expect(try !page.html().contains("/media/secret"))
        (page.isBlocked, page.isLocked) = (false, true)
        #expect(try !page.html().contains("/media/secret"))
    }

    @Test("A shared page states its title, image and embed code")
    func sharing() throws {
        var video = Video(id: "v1", channelID: "c1")
        (video.caption, video.posterURL, video.width, video.height) = ("A \"day\" & a night", "/media/p.jpg", 720, 1280)
        var page = WatchPage(language: .english, video: video)
        page.base = "https://video.example"
        let html = try page.html()
        #expect(html.contains("<meta property=\"og:title\" content=\"A &quot;day&quot; &amp; a night\">"))
        #expect(html.contains("<meta property=\"og:image\" content=\"https://video.example/media/p.jpg\">"))
        #expect(html.contains("<meta property=\"og:video:secure_url\" content=\"https://video.example/embed/v1\">"))
        #expect(html.contains("type=\"application/json+oembed\""))
        let answer = EmbedAnswer(video, base: "https://video.example", within: 640)
        #expect((answer.width, answer.height) == (360, 640))
        #expect(answer.html.contains("src=\"https://video.example/embed/v1\""))
        #expect(answer.html.contains("&quot;day&quot;"))
    }

    @Test("Assets are found by their paths, and cached permanently only for the current version")
    func assets() throws {
        for asset in PageAsset.all {
            let found = try #require(PageAsset.find(PageAsset.path(asset.name)))
            #expect(found.asset.name == asset.name)
            #expect(found.isCurrent)
        }
        #expect(PageAsset.find("/assets/old/base.css")?.isCurrent == false)
        for path in ["/assets/base.css", "/assets/x/../base.css", "/assets/x/none.js", "/assets/"] { #expect(PageAsset.find(path) == nil) }
        #expect(Set(PageAsset.all.map(\.name)).count == PageAsset.all.count)
    }

    @Test("Pages run only our own script files, and only embeddable ones can be framed by other sites")
    func policy() {
        for isEmbeddable in [false, true] {
            let policy = PagePolicy(isEmbeddable: isEmbeddable).contentSecurity
            #expect(policy.contains("script-src 'self';"))
            #expect(policy.contains("default-src 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(policy.contains("connect-src 'self';"))
            #expect(policy.contains("img-src 'self' data: blob:;"))
            let wide = PagePolicy(isEmbeddable: isEmbeddable, origins: ["https://cdn.example"]).contentSecurity
            #expect(wide.contains("connect-src 'self' https://cdn.example;"))
            #expect(wide.contains("script-src 'self';"))
            #expect(policy.hasSuffix(isEmbeddable ? "frame-ancestors *" : "frame-ancestors 'none'"))
        }
    }
}
