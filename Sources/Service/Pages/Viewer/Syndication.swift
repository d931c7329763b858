// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// A channel's newest videos for feed readers: RSS 2.0 (rssboard.org/rss-specification), with posters as Media RSS.
public struct ChannelRSS: Sendable {
    public struct Item: Sendable {
        var id: String
        var title: String
        var summary: String
        /// An HTTP or HTTPS URL.
        var poster: String?
        /// In the format of RFC 822; nil if unknown.
        var published: String?

        public init(id: String, title: String, summary: String, poster: String?, published: String?) {
            self.id = id
            self.title = title
            self.summary = summary
            self.poster = poster
            self.published = published
        }
    }

    public var channel: VideoChannel
    /// The service's base URL, without a trailing slash.
    public var base: String
    /// Newest first.
    public var items: [Item]

    public init(channel: VideoChannel, base: String, items: [Item]) {
        self.channel = channel
        self.base = base
        self.items = items
    }

    /// The path and query of a channel's feed.
    public static func path(ofChannel id: String) -> String { "/rss.xml?channel=\(PercentEncoding.encoded(id))" }

    public var xml: String {
        let language: HTML? = channel.language.map { "<language>\($0)</language>\n" }
        let entries: [HTML] = items.map { item in
            let address = "\(base)/watch/\(item.id)"
            let published: HTML? = item.published.map { "<pubDate>\($0)</pubDate>\n" }
            let poster: HTML? = item.poster.map { "<media:thumbnail url=\"\($0)\"/>\n" }
            return """
                <item>
                <title>\(Self.text(item.title))</title>
                <link>\(address)</link>
                <guid>\(address)</guid>
                <description>\(Self.text(item.summary))</description>
                \(published)\(poster)</item>

                """
        }
        let document: HTML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
            <channel>
            <title>\(Self.text(channel.name))</title>
            <link>\(base)\(SourceQuery.address("/", SourceQuery.text(.channel(channel.id, isPersonal: false))))</link>
            <description>\(Self.text(channel.bio))</description>
            <atom:link href="\(base)\(Self.path(ofChannel: channel.id))" rel="self" type="application/rss+xml"/>
            \(language)\(entries)</channel>
            </rss>

            """
        return document.description
    }

    /// Removes the two characters that HTML allows and XML doesn't.
    private static func text(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }))
    }
}

/// A sitemap for search engines (sitemaps.org, protocol 0.9).
public struct SiteMap: Sendable {
    /// The service's base URL, without a trailing slash.
    public var base: String
    /// Ids.
    public var channels: [String]
    public var videos: [String]

    public init(base: String, channels: [String], videos: [String]) {
        self.base = base
        self.channels = channels
        self.videos = videos
    }

    public var xml: String {
        let paths =
            ["/"] + channels.map { SourceQuery.address("/", SourceQuery.text(.channel($0, isPersonal: false))) }
            + videos.map { "/watch/\($0)" }
        let entries: [HTML] = paths.map { "<url><loc>\(base + $0)</loc></url>\n" }
        let document: HTML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
            \(entries)</urlset>

            """
        return document.description
    }
}
