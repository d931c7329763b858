// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The element that plays a film: `<windowbox-player>`, or the browser's own. Without scripts, browsers with HLS play it.
struct FilmElement {
    let title: String
    let address: String?
    let poster: String?
    let texts: [Subtitle]
    /// The service's base URL.
    let base: String
    /// Whether the page has the script that defines `<windowbox-player>`.
    let isOwn: Bool

    var html: HTML {
        let tracks = texts.compactMap { text -> HTML? in
            guard let url = ShownText.address(text.url), url.split(separator: "?").first?.hasSuffix(".vtt") == true else { return nil }
            let mark: HTML = text.isDefault ? " default" : ""
            return "<track kind=\"subtitles\" src=\"\(url)\" srclang=\"\(text.language)\" label=\"\(text.language)\"\(mark)>"
        }
        // Captions of another origin need CORS, and then the media do too.
        let isElsewhere = texts.contains { !$0.url.hasPrefix("/") && !$0.url.hasPrefix("\(base)/") }
        let origin: HTML? = isElsewhere ? " crossorigin=\"anonymous\"" : nil
        let source: HTML? = address.map { " src=\"\($0)\"" }
        let picture: HTML? = poster.map { " poster=\"\($0)\"" }
        let common: HTML = "\(origin)\(picture)\(source)"
        let video: HTML = "controls playsinline preload=\"metadata\"\(common) aria-label=\"\(title)\">\(tracks)</video>"
        guard isOwn else { return "<video id=\"video\" \(video)" }
        return """
            <windowbox-player id="video" controls="none"\(common)>\(tracks)</windowbox-player>
            <noscript><video \(video)</noscript>
            """
    }
}
