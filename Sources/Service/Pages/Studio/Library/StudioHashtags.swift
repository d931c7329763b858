// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A test page for hashtag expressions: shows what a feed would find.
public enum StudioHashtags {
    /// - Parameters:
    ///   - channel: the id of the channel to search.
    ///   - found: nil if nothing was searched yet.
    ///   - fault: why the search failed.
    public static func page(
        expression: String, channel: String, channels: [VideoChannel], found: [FeedVideo]?, hasMore: Bool, fault: APIError?
    ) -> StudioPage {
        let options: [HTML] = channels.map { option in
            let selected: HTML = option.id == channel ? " selected" : ""
            return "<option value=\"\(option.id)\"\(selected)>\(option.name)</option>"
        }
        let invalid: HTML = fault == nil ? "" : " aria-invalid=\"true\""
        let form: HTML = """
            <form method="get" class="search">
            <div class="field"><label for="channel">Channel</label><select id="channel" name="channel">\(options)</select></div>
            <div class="field"><label for="filter">Filter</label>
            <textarea id="filter" name="filter" rows="2" spellcheck="false" class="code" aria-describedby="filter-hint filter-fault"\(invalid)>
            \(expression)</textarea>
            <p class="hint" id="filter-hint">Examples: <code>(and sport (or football tennis))</code>, <code>(and news (not weather))</code>.</p>
            <div id="filter-fault">\(fault.map { report($0, expression) })</div></div>
            <button class="primary">Find videos</button></form>
            """
        return StudioPage("Hashtags", in: .hashtags, body: "\(form)\(found.map { results($0, hasMore: hasMore) })")
    }

    private static func results(_ videos: [FeedVideo], hasMore: Bool) -> HTML {
        guard !videos.isEmpty else {
            return "<h2 role=\"status\">No videos match</h2><p>Only videos that viewers can see are searched.</p>"
        }
        let items: [HTML] = videos.map { video in
            """
            <li class="video">\(PageFragments.picture(video.posterURL, width: 48))
            <div><a href="/studio/videos/\(video.id)">\(PageFragments.userText(video.caption))</a>\(PageFragments.tags(video.hashtags))</div></li>
            """
        }
        let number = hasMore ? "The first \(videos.count) videos" : videos.count == 1 ? "One video" : "\(videos.count) videos"
        return "<h2 role=\"status\">\(number)</h2><ul class=\"results\">\(items)</ul>"
    }

    /// The expression with the position of the error.
    private static func report(_ fault: APIError, _ expression: String) -> HTML {
        guard let position = fault.position(in: expression) else {
            return "<p class=\"fault\" role=\"alert\">\(fault.error.message)</p>"
        }
        return """
            <p class="fault" role="alert">\(fault.error.message) At character \(position.character):</p>
            <pre class="code" dir="ltr">\(position.before)<mark>\(position.mark ?? "\u{A0}")</mark>\(position.rest)</pre>
            """
    }
}
