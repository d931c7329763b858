// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// A feed item as a link with an image. The feed's script renders further items in the same way.
struct VideoCard {
    let item: FeedItem
    let language: PageLanguage
    /// The query of its feed.
    let query: String
    /// The prefix of player paths, `/watch` or `/embed`.
    let player: String
    var position = 0
    /// Whether the image is loaded eagerly.
    var isFirst = false
    /// The image's width for the `sizes` attribute.
    var width = Self.gridWidth

    /// In a feed's grid.
    static let gridWidth = "(max-width: 440px) 42vw, 240px"
    /// In a feed that fills the screen of a phone.
    static let reelWidth = "(max-width: 600px) 100vw, 240px"
    /// In a list next to other content.
    static let listWidth = "84px"

    var html: HTML? {
        if let video = item.video { return html(video) }
        return item.playlist.map { html($0) }
    }

    private func html(_ video: FeedVideo) -> HTML {
        let title = SanitizedText.title(video.caption, language)
        let address = SourceQuery.address("\(player)/\(video.id)", query)
        let state = Self.state(video, language)
        let badge = video.badge.map { SanitizedText.clean($0, limit: 30) } ?? ""
        let marks: [HTML] = [
            state.map { "<span class=\"badge \($0.isNow ? "live" : "")\">\($0.text)</span>" },
            badge.isEmpty ? nil : "<span class=\"badge\"><bdi>\(badge)</bdi></span>",
        ].compactMap { $0 }
        let length: HTML? =
            video.durationMS > 0 && state == nil
            ? """
            <time class="badge length" datetime="\(SanitizedText.isoDuration(video.durationMS))">\(SanitizedText.duration(video.durationMS))</time>
            """ : nil
        let preview: HTML = SanitizedText.address(video.gifURL).map { " data-preview=\"\($0)\"" } ?? ""
        return """
            <li class="card\(isWide(video) ? " wide" : "")" data-id="\(video.id)" data-position="\(position)"><a href="\(address)"><span class="poster"\(preview)>\
            \(picture(video.posterURL ?? drawn(video), video.posters ?? []))<span class="marks">\(marks)</span>\(length)</span>\
            <span class="title" dir="auto">\(title)</span></a></li>
            """
    }

    private func html(_ playlist: FeedPlaylist) -> HTML {
        let title = SanitizedText.title(playlist.name, language)
        let path = player == "/watch" ? "/" : "\(player)/feed"
        return """
            <li class="card" data-playlist="\(playlist.id)" data-position="\(position)"><a href="\(path)?playlist=\(playlist.id)"><span \
            class="poster stack">\(picture(playlist.posterURL))<span class="marks"><span class="badge">\
            \(language.text(.videosOf, ["count": String(playlist.count)]))</span></span></span>\
            <span class="title" dir="auto">\(title)</span></a></li>
            """
    }

    /// Whether it is too wide to fill an upright screen. The script's `isWide` has the same limit.
    private func isWide(_ video: FeedVideo) -> Bool {
        video.posters?.last.map { $0.height > 0 && Double($0.width) / Double($0.height) > 0.7 } ?? false
    }

    private func drawn(_ video: FeedVideo) -> String? { video.liveStatus == nil ? nil : PageAsset.path("stream-portrait.svg") }

    /// The title is below, so the image has no alternative text.
    private func picture(_ address: String?, _ sizes: [Poster] = []) -> HTML {
        guard let address = SanitizedText.address(address) else { return "<span class=\"blank\">\(PageIcon.film.html)</span>" }
        let known = sizes.compactMap { poster in SanitizedText.address(poster.url).map { "\($0) \(poster.width)w" } }
            .filter { !$0.contains(",") }
        let choice: HTML? = known.isEmpty ? nil : " srcset=\"\(known.joined(separator: ", "))\" sizes=\"\(width)\""
        let load: HTML = isFirst ? " loading=\"eager\"" : " loading=\"lazy\" fetchpriority=\"low\""
        return "<img src=\"\(address)\"\(choice) alt=\"\"\(load) decoding=\"async\">"
    }

    /// The label for a live stream; nil for a video.
    static func state(_ video: FeedVideo, _ language: PageLanguage) -> (text: String, isNow: Bool)? {
        switch video.liveStatus {
        case .live?: (language.text(.live), true)
        case .paused?: (language.text(.paused), false)
        case .idle?: (language.text(.scheduled), false)
        case .replay?: (language.text(.replay), false)
        case .completed?: (language.text(.ended), false)
        default: nil
        }
    }
}
