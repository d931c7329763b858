// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// A feed as a page, with its first items and a link to the next ones.
public struct BrowsePage: Sendable {
    public var language: PageLanguage
    /// The name of the feed's source, such as a channel; nil for discover.
    public var name: String?
    public var source: FeedSource
    /// The words searched for; nil if it isn't a search.
    public var search: String?
    public var items: [FeedItem] = []
    /// The URL of the next page for browsers without scripts; nil at the end.
    public var next: String?
    /// The path of the next page of a search, for scripts.
    public var nextFound: String?
    /// Why there are no items; nil if nothing is wrong.
    public var fault: String?
    /// The position of an error in the filter expression.
    public var place: TextPosition?
    /// Whether it is embedded in another page, as a single row.
    public var isEmbedded = false
    /// How orders for products in the feed are taken.
    public var terms = OrderTerms()
    /// Whether comments on its videos may be written.
    public var takesComments = false
    /// The service's base URL, without a trailing slash.
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
        if let search {
            return SanitizedText.clean(search, limit: 120).isEmpty ? language.text(.search) : SanitizedText.clean(search, limit: 120)
        }
        if let name = name.map({ SanitizedText.clean($0, limit: 120) }), !name.isEmpty { return name }
        return switch source.type {
        case .hashtag: FilterDescription.words(source.filter ?? "", language)
        case .sku, .dynamic: language.text(.feed)
        case .following: language.text(.following)
        default: language.text(.discover)
        }
    }

    public func html() throws -> String {
        let player = isEmbedded ? "/embed" : "/watch"
        let cards = items.enumerated().compactMap { index, item in
            VideoCard(
                item: item, language: language, query: query, player: player, position: index, isFirst: index < 6,
                width: isReel ? VideoCard.reelWidth : VideoCard.gridWidth
            ).html
        }
        let more: HTML? = next.map { "<a class=\"button\" id=\"more\" rel=\"next\" href=\"\($0)\">\(language.text(.moreVideos))</a>" }
        // An unsuccessful search links to the complete feed.
        let back: HTML? =
            (query.isEmpty && search == nil) || isEmbedded
            ? nil : "<p><a class=\"button primary\" href=\"/\">\(language.text(.back))</a></p>"
        let list: HTML =
            items.isEmpty && !isPersonal
            ? """
            <div class="notice" id="empty">\(PageIcon.film.html)<h2>\(emptiness)</h2>
            <p><bdi>\(fault ?? "")</bdi></p>\(place.map(Self.marked))\(back)</div>
            """
            : "<ul class=\"cards\" id=\"cards\">\(cards)</ul>"
        let follow = followable.map { FollowButton(channel: $0, name: heading, language: language).html }
        let scripted: HTML? = isPersonal ? "<noscript><p>\(language.text(.needsScript))</p></noscript>" : nil
        var frame = PageFrame(
            title: "\(heading) – Windowbox", language: language,
            main: """
                <div class="row heading"><h1 class="\(isEmbedded ? "unseen" : "")"><bdi>\(heading)</bdi></h1>\(follow)</div>\(scripted)
                <section aria-label="\(language.text(.feed))" id="feed">\(list)
                <div class="more" id="end">\(more)</div></section>\(isReel ? commentTemplate : nil)
                """)
        frame.styles = isReel ? ["viewer.css", "reel.css"] : ["viewer.css"]
        frame.scripts = followable == nil ? ["feed.js"] : ["feed.js", "community.js"]
        frame.imports = Set(frame.scripts.flatMap(PageAsset.imports)).subtracting(frame.scripts).sorted()
        frame.summary = heading
        frame.classes = isEmbedded ? "embedded row" : isReel ? "browse reel" : "browse"
        frame.banner = isEmbedded ? nil : ViewerBanner(language: language, search: search ?? "", isFollowing: isPersonal).html
        frame.footer = isEmbedded ? nil : ViewerBanner.footer
        frame.head = [
            // Search engines must not search here.
            search == nil ? "" : "<meta name=\"robots\" content=\"noindex\">\n",
            "<meta property=\"og:type\" content=\"website\">\n<meta property=\"og:title\" content=\"\(heading)\">\n",
            "<meta property=\"og:url\" content=\"\(base)\(search.map(Self.path(searching:)) ?? SourceQuery.address("/", query))\">\n",
            feedLink, next.map { HTML("<link rel=\"next\" href=\"\($0)\">\n") } ?? "",
            isReel ? Self.reelScripts : "",
        ]
        frame.data = try PageData(
            app: app, package: package, phrases: language.phrases, source: source, query: query, player: player,
            shown: items.compactMap { $0.video?.id ?? $0.playlist?.id }, hasMore: next != nil || isPersonal, widget: "video_feed",
            orders: isReel ? terms : nil, next: nextFound, videos: isReel ? items.compactMap(\.video) : nil
        ).json
        return frame.html
    }

    /// Whether phones show one video at a time. What a viewer looks through, such as a channel or the results of a search, stays a gallery.
    var isReel: Bool {
        guard !isEmbedded, search == nil, fault == nil else { return false }
        return isPersonal || (source.type == .discover && items.contains { $0.video != nil })
    }

    /// The comments of any of its videos, for scripts.
    private var commentTemplate: HTML? {
        WatchReactions(likes: nil, hasComments: true, isOpen: takesComments).comments(language)
            .map { "<template id=\"comments-template\">\($0)</template>" }
    }

    /// Preloads what only phones need.
    private static let reelScripts: HTML = {
        let known = Set(PageAsset.imports(of: "feed.js"))
        let names = (PageAsset.imports(of: "reel.js") + ["reel.js"]).filter { !known.contains($0) && $0 != "feed.js" }.sorted()
        let links = names.map { name -> HTML in
            "<link rel=\"modulepreload\" href=\"\(PageAsset.path(name))\" media=\"\(reelMedia)\">\n"
        }
        return "\(links)"
    }()

    /// As in `reel.css` and `reel-model.js`.
    static let reelMedia = "(max-width: 600px), (max-height: 480px) and (pointer: coarse)"

    /// Whether only the viewer's own guest has a feed of this source, so that a script must fill the page.
    private var isPersonal: Bool { source.type == .following && search == nil }

    /// The channel that the page is about, unless its page could not be shown.
    private var followable: String? {
        let isOfChannel = source.type == .channel || source.type == .channelPersonalized
        return isOfChannel && name != nil && search == nil && !isEmbedded && fault == nil ? source.channelID : nil
    }

    private var emptiness: String {
        if fault != nil { return language.text(.badFeed) }
        return language.text(search == nil ? .emptyFeed : .noResults)
    }

    /// The path of the page that searches for words.
    public static func path(searching words: String) -> String { "/search?q=\(PercentEncoding.encoded(words))" }

    /// Where feed readers find a channel's videos.
    private var feedLink: HTML {
        guard let channel = source.channelID, source.filter == nil, search == nil, !isEmbedded, fault == nil else { return "" }
        return """
            <link rel="alternate" type="application/rss+xml" title="\(heading)" href="\(ChannelRSS.path(ofChannel: channel))">

            """
    }
}

/// Data for the scripts of viewer pages.
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
    var orders: OrderTerms?
    var interactions: [Interaction]?
    var next: String?
    /// The videos of a feed's first page.
    var videos: [FeedVideo]?
    var locked: Bool?
    /// The page's absolute URL.
    var address: String?
    /// The page's path.
    var path: String?

    var json: String { get throws { try ContractJSON.text(self) } }
}

/// How orders from stores are taken.
public struct OrderTerms: Encodable, Sendable {
    /// Ids of stores with a checkout.
    public var checkouts: [String] = []
    /// Ids of stores that need buyers' contacts.
    public var contacts: [String] = []

    public init() {}
}
