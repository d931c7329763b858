// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// The page of a video or live stream: player, related content, and what comes next.
public struct WatchPage: Sendable {
    public var language: PageLanguage
    public var video: Video
    public var stream: LiveStream?
    /// Shown before the stream begins.
    public var trailer: Video?
    public var shop = WatchShop()
    public var interactions: [Interaction] = []
    public var channel: VideoChannel?
    /// The feed it was found in, whose items come next.
    public var source: FeedSource = .discover
    public var following: [FeedItem] = []
    /// Whether it may not be played in the viewer's country.
    public var isBlocked = false
    /// Whether it needs an access code or a password first.
    public var isLocked = false
    /// Whether it is embedded in another page, showing only the player.
    public var isEmbedded = false
    /// The service's base URL, without a trailing slash.
    public var base = ""
    public var app = ""
    public var package = ""
    /// What viewers can do besides watching; nil if nothing.
    public var reactions: WatchReactions?

    public init(language: PageLanguage, video: Video) {
        self.language = language
        self.video = video
    }

    var title: String {
        let own = SanitizedText.clean(stream?.title ?? "", limit: 160)
        return own.isEmpty ? SanitizedText.title(video.caption, language) : own
    }

    /// With a readable slug, which is ignored when the page is opened.
    public var path: String {
        let slug = PercentEncoding.encoded(SanitizedText.slug(title))
        return "/watch/\(video.id)" + (slug.isEmpty ? "" : "/\(slug)")
    }

    private var query: String { SourceQuery.text(source) }
    private var poster: String? { SanitizedText.address(video.posterURL ?? stream?.posterURL) }

    /// The URL to play: that of the live stream, its recording, or the video.
    public var media: String? {
        guard !isBlocked, !isLocked else { return nil }
        return switch stream?.status {
        case .live?, .paused?: stream?.playback.lowLatencyHLS ?? stream?.playback.hls
        case .replay?: stream?.replay?.url ?? video.hlsURL
        case .idle?: trailer?.hlsURL ?? video.hlsURL
        default: video.hlsURL
        }
    }

    public func html() throws -> String {
        var frame = PageFrame(
            title: isEmbedded ? title : "\(title) – Windowbox", language: language, main: isEmbedded ? embedded : whole)
        frame.styles = ["viewer.css"]
        frame.scripts = reactions == nil ? ["watch.js"] : ["watch.js", "community.js"]
        frame.imports = Set(frame.scripts.flatMap(PageAsset.imports)).subtracting(frame.scripts).sorted()
        frame.summary = summary
        frame.classes = isEmbedded ? "embedded" : "watch"
        frame.banner = isEmbedded ? nil : ViewerBanner(language: language).html
        frame.footer = isEmbedded ? nil : ViewerBanner.footer
        // Search engines must not list what only its link leads to.
        let robots: HTML = video.access == .unlisted || video.isProtected ? "<meta name=\"robots\" content=\"noindex\">\n" : ""
        frame.head = [robots, SharingHead(page: self, title: title, summary: summary, poster: poster).html]
        let next = following.first?.video.map { SourceQuery.address("\(isEmbedded ? "/embed" : "/watch")/\($0.id)", query) }
        var pageVideo = video
        pageVideo.hlsURL = media
        pageVideo.renditions = []
        frame.data = try PageData(
            app: app, package: package, phrases: language.phrases, source: source, query: query, player: isEmbedded ? "/embed" : "/watch",
            widget: "player", video: pageVideo, stream: stream?.forViewers, products: shop.products, orders: shop.terms,
            interactions: interactions.map(\.forViewers), next: next, locked: isLocked, address: base + path, path: path
        ).json
        return frame.html
    }

    /// The player alone, with a heading for screen readers.
    private var embedded: HTML { "<h1 class=\"unseen\">\(title)</h1>\(stage)\(button)" }

    private var summary: String {
        let text = SanitizedText.clean(video.description, limit: 300)
        return text.isEmpty ? title : text
    }

    private var whole: HTML {
        """
        <div class="columns">
        <div class="film \(shape == "portrait" ? "tall" : "")">
        \(stage)
        <div class="text">
        \(button)
        <div class="about">
        <h1 id="title"><bdi>\(title)</bdi></h1>
        <div class="facts">\(facts)</div>
        <div class="row actions" id="actions">\(reactions?.likeButton(language))
        <button type="button" id="share">\(PageIcon.share.html) \(language.text(.share))</button>\(reactions?.reportButton(language))</div>
        \(tags)
        \(description)
        </div>
        \(ProductSection(products: shop.products, stream: stream, language: language).html)
        \(reactions?.comments(language))
        </div>
        </div>
        <aside class="side">
        \(LivePageSection(stream: stream, interactions: interactions, isLocked: isLocked, language: language).html)
        \(next)
        </aside>
        </div>
        """
    }

    /// The player without scripts, for browsers that support HLS natively.
    private var stage: HTML {
        let address = SanitizedText.address(media)
        let texts = video.subtitles + (stream?.subtitles ?? [])
        let tracks = texts.compactMap { text -> HTML? in
            guard let url = SanitizedText.address(text.url), url.split(separator: "?").first?.hasSuffix(".vtt") == true else { return nil }
            let mark: HTML = text.isDefault ? " default" : ""
            return "<track kind=\"subtitles\" src=\"\(url)\" srclang=\"\(text.language)\" label=\"\(text.language)\"\(mark)>"
        }
        // Captions of another origin need CORS, and then the media do too.
        let isElsewhere = texts.contains { !$0.url.hasPrefix("/") && !$0.url.hasPrefix("\(base)/") }
        let origin: HTML? = isElsewhere ? " crossorigin=\"anonymous\"" : nil
        let source: HTML? = address.map { " src=\"\($0)\"" }
        let drawn = stream == nil ? nil : PageAsset.path(shape == "landscape" ? "stream-landscape.svg" : "stream-portrait.svg")
        let picture: HTML? = (poster ?? drawn).map { " poster=\"\($0)\"" }
        return """
            <div class="stage \(shape)" id="stage" role="group" aria-label="\(title)">
            <video id="video" controls playsinline preload="metadata"\(origin)\(picture)\(source) aria-label="\(title)">\(tracks)</video>
            \(cover)
            <noscript><p class="veil small">\(address == nil ? language.text(.needsScript) : "")</p></noscript>
            </div>
            """
    }

    private var shape: String {
        if video.width > 0, video.height > 0 {
            return video.width > video.height ? "landscape" : video.width == video.height ? "square" : "portrait"
        }
        let orientation = stream?.orientation ?? video.orientation
        return orientation == .landscape ? "landscape" : orientation == .square ? "square" : "portrait"
    }

    /// Shown instead of the video.
    private var cover: HTML? {
        if isBlocked { return "<p class=\"cover\">\(language.text(.regionBlocked))</p>" }
        return stream?.status == .completed ? "<p class=\"cover\">\(language.text(.liveEnded))</p>" : nil
    }

    private var button: HTML? { video.cta.flatMap { CallToActionButton(cta: $0, language: language).html } }

    private var facts: [HTML] {
        let name = channel.map { SanitizedText.clean($0.name, limit: 80) } ?? ""
        let state = VideoCard.state(FeedVideo(video, stream: stream), language)
        let badge = video.badge.map { SanitizedText.clean($0, limit: 30) } ?? ""
        let parts: [HTML?] = [
            name.isEmpty ? nil : "<a href=\"/?channel=\(video.channelID)\"><bdi>\(name)</bdi></a>",
            reactions == nil ? nil : FollowButton(channel: video.channelID, name: name, language: language).html,
            state.map { "<span class=\"badge \($0.isNow ? "live" : "")\" id=\"state\">\($0.text)</span>" },
            badge.isEmpty ? nil : "<span class=\"badge\"><bdi>\(badge)</bdi></span>",
            attribution,
            video.aiGenerated ? "<span>\(language.text(.aiGenerated))</span>" : nil,
        ]
        return parts.compactMap { $0 }
    }

    /// The original author on another platform, with a link.
    private var attribution: HTML? {
        guard let social = video.socialAttribution else { return nil }
        let names = [SanitizedText.clean(social.handle, limit: 60), SanitizedText.clean(social.platform, limit: 30)].filter { !$0.isEmpty }
        guard !names.isEmpty else { return nil }
        let words = names.map { "<bdi>\($0)</bdi>" as HTML }
        let text: HTML = words.count == 2 ? "\(words[0]) · \(words[1])" : words[0]
        guard let address = social.url.flatMap(SanitizedText.address) else { return "<span>\(text)</span>" }
        return "<a href=\"\(address)\" target=\"_blank\" rel=\"noopener nofollow\">\(text)</a>"
    }

    private var tags: HTML? {
        guard !video.hashtags.isEmpty else { return nil }
        let links = video.hashtags.prefix(30).map { tag -> HTML in
            let query = SourceQuery.text(.hashtag(channel: video.channelID, filter: tag))
            return "<li><a class=\"chip\" href=\"/?\(query)\"><bdi>#\(SanitizedText.clean(tag, limit: 60))</bdi></a></li>"
        }
        return "<ul class=\"tags\" aria-label=\"\(language.text(.hashtags))\">\(links)</ul>"
    }

    private var description: HTML? {
        guard !video.description.isEmpty else { return nil }
        return "<p class=\"description\"><bdi>\(SanitizedText.clean(video.description, limit: 4000))</bdi></p>"
    }

    private var next: HTML? {
        let cards = following.enumerated().compactMap { index, item in
            VideoCard(item: item, language: language, query: query, player: "/watch", position: index, width: VideoCard.listWidth).html
        }
        guard !cards.isEmpty else { return nil }
        return
            "<section aria-labelledby=\"next-title\"><h2 id=\"next-title\">\(language.text(.upNext))</h2><ul class=\"list\">\(cards)</ul></section>"
    }
}
