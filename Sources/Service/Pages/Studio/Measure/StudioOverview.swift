// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The start page: key figures and next steps.
public struct StudioOverview: Sendable {
    /// Nil if the client may not see it.
    public var views: StudioFigures.Figure?
    public var watchTime: StudioFigures.Figure?
    public var days: [String] = []
    public var videos: [Video] = []
    public var streams: [LiveStream] = []
    public var hasChannels = true
    public var hasApps = true
    public var mayUpload = false

    public init() {}

    /// - Parameter poster: converts a stored path to a URL.
    public func page(poster: (String) -> String) -> StudioPage {
        let first: HTML? = steps
        let figures: [HTML] = [views, watchTime].compactMap { $0 }.map { StudioFigures.card($0, days: days) }
        let charts: HTML? =
            figures.isEmpty
            ? nil
            : "<section aria-labelledby=\"week\"><h2 id=\"week\">Last \(days.count) days</h2><div class=\"cards\">\(figures)</div></section>"
        let newest: [HTML] = videos.map { video in
            """
            <li class="video">\(PageFragments.picture(video.posterURL.map(poster), width: 48))
            <div><a href="/studio/videos/\(video.id)">\(PageFragments.userText(video.caption))</a>
            \(PageFragments.status(video.type == .liveStream ? "live stream" : video.status.rawValue))</div></li>
            """
        }
        let list: HTML? =
            newest.isEmpty
            ? nil : "<section aria-labelledby=\"newest\"><h2 id=\"newest\">Newest videos</h2><ul class=\"results\">\(newest)</ul></section>"
        let live: [HTML] = streams.map { stream in
            """
            <li><a href="/studio/live/\(stream.id)">\(PageFragments.userText(stream.title))</a> \(PageFragments.status(stream.status.rawValue)) \
            \(PageFragments.dateTime(stream.scheduledAt ?? stream.startedAt))</li>
            """
        }
        let onAir: HTML? =
            live.isEmpty ? nil : "<section aria-labelledby=\"air\"><h2 id=\"air\">Live</h2><ul class=\"plain\">\(live)</ul></section>"
        let upload: HTML = mayUpload && hasChannels ? PageFragments.linkButton("/studio/upload", "Upload") : ""
        return StudioPage("Overview", in: .overview, actions: upload, body: "\(first)\(onAir)\(charts)\(list)")
    }

    private var steps: HTML? {
        var items: [HTML] = []
        if !hasChannels {
            items.append(
                "<li>\(PageFragments.linkButton("/studio/channels/new", "Create a channel", style: "")): every video belongs to one.</li>")
        }
        if videos.isEmpty, mayUpload {
            items.append("<li>\(PageFragments.linkButton("/studio/upload", "Upload a video", style: "")).</li>")
        }
        if !hasApps {
            items.append(
                "<li>\(PageFragments.linkButton("/studio/apps/new", "Add an app", style: "")): an app needs its ID to show your feeds.</li>"
            )
        }
        return items.isEmpty
            ? nil : "<section class=\"note\" aria-labelledby=\"first\"><h2 id=\"first\">Get started</h2><ol>\(items)</ol></section>"
    }
}
