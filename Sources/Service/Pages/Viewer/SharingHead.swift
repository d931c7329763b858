// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// Sharing metadata: Open Graph (ogp.me), and a link for oEmbed discovery (oembed.com).
struct SharingHead {
    let page: WatchPage
    let title: String
    let summary: String
    let poster: String?

    var html: HTML {
        let address = "\(page.base)/watch/\(page.video.id)"
        let embed = "\(page.base)/embed/\(page.video.id)"
        let (width, height) = Self.size(of: page.video, within: 1280)
        var properties = [
            ("og:type", "video.other"), ("og:site_name", "Windowbox"), ("og:title", title), ("og:description", summary),
            ("og:url", address),
            ("og:video", embed), ("og:video:type", "text/html"), ("og:video:width", String(width)), ("og:video:height", String(height)),
        ]
        if embed.hasPrefix("https://") { properties.append(("og:video:secure_url", embed)) }
        if let poster { properties.append(("og:image", poster.hasPrefix("/") ? page.base + poster : poster)) }
        for tag in page.video.hashtags.prefix(10) { properties.append(("og:video:tag", SanitizedText.clean(tag, limit: 60))) }
        let metas = properties.map { HTML("<meta property=\"\($0.0)\" content=\"\($0.1)\">\n") }
        let answer = "\(page.base)/oembed?format=json&url=\(PercentEncoding.encoded(address))"
        return """
            <link rel="canonical" href="\(address)">
            \(metas)<meta name="twitter:card" content="summary_large_image">
            <link rel="alternate" type="application/json+oembed" href="\(answer)" title="\(title)">

            """
    }

    /// The size in pixels of a frame with the video's aspect ratio, with both sides within the limit.
    static func size(of video: Video, within limit: Int) -> (width: Int, height: Int) {
        var (width, height) = (video.width, video.height)
        if width <= 0 || height <= 0 {
            (width, height) = video.orientation == .landscape ? (16, 9) : video.orientation == .square ? (1, 1) : (9, 16)
        }
        let longest = max(width, height)
        return (max(1, width * limit / longest), max(1, height * limit / longest))
    }
}

/// The oEmbed 1.0 response for a video: the frame for other sites.
public struct EmbedAnswer: Encodable, Sendable {
    var type = "video"
    var version = "1.0"
    var title: String
    var width: Int
    var height: Int
    var html: String
    var thumbnailURL: String?
    var thumbnailWidth: Int?
    var thumbnailHeight: Int?
    var providerName = "Windowbox"
    var providerURL: String

    enum CodingKeys: String, CodingKey {
        case type, version, title, width, height, html
        case thumbnailURL = "thumbnail_url", thumbnailWidth = "thumbnail_width", thumbnailHeight = "thumbnail_height"
        case providerName = "provider_name", providerURL = "provider_url"
    }

    /// - Parameter limit: the longest side in pixels.
    public init(_ video: Video, base: String, within limit: Int) {
        title = SanitizedText.title(video.caption, .english)
        (width, height) = SharingHead.size(of: video, within: limit)
        let frame: HTML = """
            <iframe src="\(base)/embed/\(video.id)" width="\(width)" height="\(height)" title="\(title)" frameborder="0" \
            allow="autoplay; fullscreen; picture-in-picture; clipboard-write; web-share" allowfullscreen></iframe>
            """
        html = frame.description
        providerURL = "\(base)/"
        if let poster = SanitizedText.address(video.posterURL) {
            thumbnailURL = poster.hasPrefix("/") ? base + poster : poster
            (thumbnailWidth, thumbnailHeight) = (width, height)
        }
    }
}
