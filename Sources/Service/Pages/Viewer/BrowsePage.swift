// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A feed as a page: its first items, and where the next are.
public struct BrowsePage: Sendable {
    public var language: PageLanguage
    /// What the feed is of, such as a channel's name; nil: discover.
    public var name: String?
    public var source: FeedSource
    public var items: [FeedItem] = []
    /// The address of the next page for browsers without scripts; nil at the end.
    public var next: String?
    /// Why there are none; nil where there is nothing wrong.
    public var fault: String?
    /// Where the expression that was asked for is wrong.
    public var place: TextPosition?
    /// Shown in a frame of another page, in one row.
    public var isEmbedded = false
    /// How the service is reached, without a slash at the end.
    public var base = ""
    public var app = ""
    public var package = ""

    private static func marked(_ place: TextPosition) -> HTML {
        "<p class=\"expression\" dir=\"ltr\"><code>\(place.before)<mark>\(place.mark ?? "\u{A0}")</mark>\(place.rest)</code></p>"
    }

    public init(language: PageLanguage, source: FeedSource) {
        self.language = language
        self.source = source
    }

    private var query: String { SourceQuery.text(source) }
    var heading: String {
        if let name = name.map({ ShownText.clean($0, limit: 120) }), !name.isEmpty { return name }
        return switch source.type {
        case .hashtag: FilterText.words(source.filter ?? "", language)
        case .sku, .dynamic: language.text(.feed)
        default: language.text(.discover)
        }
    }

    public func html() throws -> String {
        let player = isEmbedded ? "/embed" : "/watch"
        let cards = items.enumerated().compactMap { index, item in
            VideoCard(item: item, language: language, query: query, player: player, position: index, isFirst: index < 6).html
        }
        let more: HTML? = next.map { "<a class=\"button\" id=\"more\" rel=\"next\" href=\"\($0)\">\(language.text(.moreVideos))</a>" }
        // From what was looked for and not found there is a way to all there is.
        let back: HTML? = query.isEmpty || isEmbedded ? nil : "<p><a class=\"button primary\" href=\"/\">\(language.text(.back))</a></p>"
        let list: HTML =
            items.isEmpty
            ? """
            <div class="notice" id="empty">\(Icon.film.html)<h2>\(fault == nil ? language.text(.emptyFeed) : language.text(.badFeed))</h2>
            <p><bdi>\(fault ?? "")</bdi></p>\(place.map(Self.marked))\(back)</div>
            """
            : "<ul class=\"cards\" id=\"cards\">\(cards)</ul>"
        var frame = PageFrame(
            title: "\(heading) – Windowbox", language: language,
            main: """
                <h1 class="\(isEmbedded ? "unseen" : "")"><bdi>\(heading)</bdi></h1>
                <section aria-label="\(language.text(.feed))" id="feed">\(list)
                <div class="more" id="end">\(more)</div></section>
                """)
        frame.styles = ["viewer.css"]
        frame.scripts = ["feed.js"]
        frame.imports = PageAsset.imports(of: "feed.js")
        frame.summary = heading
        frame.classes = isEmbedded ? "embedded row" : "browse"
        frame.banner = isEmbedded ? nil : ViewerBanner(language: language).html
        frame.footer = isEmbedded ? nil : ViewerBanner.footer
        frame.head = [
            "<meta property=\"og:type\" content=\"website\">\n<meta property=\"og:title\" content=\"\(heading)\">\n",
            "<meta property=\"og:url\" content=\"\(base)\(SourceQuery.address("/", query))\">\n",
            next.map { HTML("<link rel=\"next\" href=\"\($0)\">\n") } ?? "",
        ]
        frame.data = try PageData(
            app: app, package: package, phrases: language.phrases, source: source, query: query, player: player,
            shown: items.compactMap { $0.video?.id ?? $0.playlist?.id }, hasMore: next != nil, widget: "video_feed"
        ).json
        return frame.html
    }
}

/// What the scripts of the viewer's pages are told.
struct PageData: Encodable {
    var app: String
    var package: String
    var phrases: [String: String]
    var source: FeedSource
    var query: String
    var player: String
    var shown: [String] = []
    var hasMore = false
    var widget: String
    var video: Video?
    var stream: LiveStream?
    var products: [Product]?
    /// Stores that take carts.
    var checkouts: [String]?
    var interactions: [Interaction]?
    var next: String?
    var locked: Bool?
    /// Of the page, whole.
    var address: String?
    /// Of the page, without how the service is reached.
    var path: String?

    var json: String { get throws { try ContractJSON.text(self) } }
}
