// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Date

/// The page of one video: metadata, preview and status.
public struct StudioVideo: Sendable {
    var video: Video
    var channel: String
    var products: [Product]
    var mayWrite: Bool
    /// Whether the user may publish it; else only ask for it.
    var mayPublish: Bool
    /// URLs for browsers.
    var poster: String?
    var previewURL: String?
    /// The URL of its page for viewers.
    var watch: String
    var now: Date
    /// Whether statistics may be shown.
    var hasFigures: Bool

    /// - Parameters:
    ///   - channel: the name of its channel.
    ///   - products: those that it shows.
    ///   - poster: a URL, as are `previewURL` and `watch`, the page for viewers.
    public init(
        _ video: Video, channel: String, products: [Product], mayWrite: Bool, mayPublish: Bool, poster: String?, previewURL: String?,
        watch: String, at now: Date, hasFigures: Bool = false
    ) {
        self.video = video
        self.channel = channel
        self.products = products
        self.mayWrite = mayWrite
        self.mayPublish = mayPublish
        self.poster = poster
        self.previewURL = previewURL
        self.watch = watch
        self.now = now
        self.hasFigures = hasFigures
    }

    private var path: String { APIRoute.path("updateVideo", video.id) }

    public var page: StudioPage {
        let title = video.caption.isEmpty ? "Untitled video" : video.caption
        let form =
            mayWrite
            ? details
            : video.access == .owners
                ? "<p>You have read-only access. A draft is edited by its author, or with the scope <code>videos:write</code>.</p>"
                : "<p>You have read-only access. Editing a published video needs the scope <code>videos:write</code>.</p>"
        let side: HTML = mayWrite ? "\(posterForm)\(subtitles)\(mayPublish ? StudioVideoPassword(video: video).html : "")" : ""
        return StudioPage(
            title, in: .videos, actions: actions,
            body: """
                <div class="columns"><div class="main">\(form)</div>
                <aside aria-label="Preview and files">\(preview)\(side)</aside></div>
                """)
    }

    private var actions: HTML {
        let figures: HTML = hasFigures ? PageFragments.linkButton("/studio/videos/\(video.id)/analytics", "Analytics", style: "button") : ""
        guard mayWrite else { return figures }
        let archive: HTML? =
            switch video.status {
            case .ready:
                StudioForm.button(
                    "Archive", "PATCH", path, body: #"{"status":"archived","archived_at":"$now"}"#,
                    question: "Archive this video? Viewers can’t find it until you restore it.")
            case .archived: StudioForm.button("Restore", "PATCH", path, body: #"{"status":"ready","archived_at":null}"#)
            default: nil
            }
        let isOpen = video.status == .ready && (video.access == .everyone || video.access == .unlisted)
        let look: HTML = isOpen ? PageFragments.linkButton(watch, "View page", style: "button") : ""
        let delete = StudioForm.delete(
            "“\(video.caption)”", path, then: "/studio/videos", warning: "Its files are deleted, too. This can’t be undone.")
        let publish: HTML =
            mayPublish && video.status == .ready && !video.access.isPublic
            ? StudioForm.button(
                "Publish now", "PATCH", path, body: #"{"access":"public","published_at":"$now"}"#,
                question: "Publish this video? Everyone can find it then.", style: "primary") : ""
        return "\(look)\(figures)\(publish)\(archive)\(delete)"
    }

    private var preview: HTML {
        let picture: HTML? =
            previewURL.map { previewURL in
                let poster: HTML? = self.poster.map { " poster=\"\($0)\"" }
                return """
                    <video class="preview" controls playsinline preload="none" data-preview="\(previewURL)" src="\(previewURL)"\(poster) aria-label="Preview"></video>
                    """
            } ?? poster.map { PageFragments.picture($0, alt: "Poster", width: 320) }
        let size: HTML? = video.width > 0 ? "<dt>Resolution</dt><dd>\(video.width) × \(video.height)</dd>" : nil
        let waiting: HTML? =
            video.type == .video && (video.status == .pending || video.status == .processing)
            ? "<p class=\"note\" data-waits>This video is being processed. The page updates when it is ready.</p>" : nil
        return """
            \(picture)\(snapshot)\(waiting)\(DraftReview(video: video, mayWrite: mayWrite, mayPublish: mayPublish).html)
            <dl class="facts"><dt>Status</dt><dd>\(PageFragments.status(video.status.rawValue))</dd>
            <dt>Channel</dt><dd><bdi>\(channel)</bdi></dd><dt>Length</dt><dd>\(PageFragments.length(video.durationMS))</dd>\(size)
            <dt>Qualities</dt><dd>\(video.renditions.count)</dd><dt>Visibility</dt><dd>\(Self.publication(of: video, at: now))\(video.isProtected ? ", with a password" : "")</dd><dt>Published</dt><dd>\(PageFragments.dateTime(video.access.isPublic ? video.publishedAt : nil))</dd>
            <dt>ID</dt><dd><code>\(video.id)</code></dd></dl>
            """
    }

    /// The button that makes the current frame of the preview the poster.
    private var snapshot: HTML? {
        guard mayWrite, previewURL != nil, video.status == .ready else { return nil }
        return """
            <p class="row"><button type="button" data-snapshot="\(APIRoute.path("setPoster", video.id))">Use this frame as the poster</button></p>
            """
    }

    private var details: HTML {
        let items: [HTML] = video.products.map { id in
            let name = products.first { $0.id == id }?.name ?? id
            return StudioForm.item(name, value: id, "<bdi>\(name)</bdi>")
        }
        let list = StudioForm.list(
            "products", "Products in this video", items: items,
            more: StudioForm.finder("products", label: "Find a product", for: "products"))
        return StudioForm.form(
            "PATCH", path,
            """
            \(Field.area("caption", "Caption", video.caption, rows: 2, .required("a caption", maxLength: 1000)))
            \(Field.area("description", "Description", video.description, rows: 4, .atMost(10_000)))
            \(Field.area("hashtags", "Hashtags", video.hashtags.joined(separator: " "), hint: "Separated by spaces, without #.", kind: .words, rows: 2))
            <div class="pair">\(Field.choice("access", "Visibility", video.access.rawValue, mayPublish ? Self.access : Self.access.filter { $0.value == "private" }))
            \(Field.text("language", "Language", video.language ?? "", hint: "A language code such as en or pt-BR.", kind: .optional, .language))</div>
            <div class="pair">\(Field.text("published_at", "Published", video.publishedAt.map(Timestamp.text) ?? "", kind: .moment, type: "datetime-local"))
            \(Field.text("available_until", "Expires", video.availableUntil.map(Timestamp.text) ?? "", kind: .moment, type: "datetime-local"))</div>
            \(list)\(Self.button(video.cta))
            """)
    }

    static func accessLabel(_ access: Visibility) -> String {
        Self.access.first { $0.value == access.rawValue }?.label ?? access.rawValue
    }

    /// The video's visibility in one or two words.
    static func publication(of video: Video, at now: Date) -> String {
        switch video.access {
        case .owners:
            switch video.review?.status {
            case .requested?: "draft, in review"
            case .returned?: "draft, returned"
            default: "draft"
            }
        case _ where video.publishedAt.map { $0 > now } == true: "scheduled"
        case .everyone: "public"
        case .ownApps: "own apps"
        case .unlisted: "unlisted"
        default: video.access.rawValue
        }
    }

    static let access = [
        (value: "public", label: "Everyone"), (value: "own_apps", label: "Your own apps"),
        (value: "unlisted", label: "Anyone with the link"), (value: "private", label: "Only you"),
    ]

    /// The fields of a call-to-action button on a video or product.
    static func button(_ button: CallToAction?, name: String = "cta") -> HTML {
        """
        <fieldset data-object="\(name)"><legend>Button</legend>
        <p class="hint">Leave the title and the address empty for no button.</p>
        <div class="pair">\(Field.choice("\(name).type", "Type", button?.type.rawValue ?? "shop_now", kinds))
        \(Field.text("\(name).title", "Title", button?.title ?? ""))</div>
        \(Field.text("\(name).url", "Web address", button?.url ?? "", type: "url"))</fieldset>
        """
    }

    private static let kinds = [
        (value: "shop_now", label: "Shop now"), (value: "buy", label: "Buy"), (value: "book", label: "Book"),
        (value: "view", label: "View"),
        (value: "download", label: "Download"), (value: "custom", label: "Custom"),
    ]

    private var posterForm: HTML {
        """
        <form data-method="PUT" data-path="\(APIRoute.path("setPoster", video.id))" data-then="reload" data-file novalidate><h2>Poster</h2>
        <p class="fault general" role="alert" hidden></p>
        <div class="field"><label for="poster-file">Picture file</label>
        <input type="file" id="poster-file" accept="image/*" required></div><div class="row"><button>Replace poster</button></div></form>
        """
    }

    private var subtitles: HTML {
        let items: [HTML] = video.subtitles.map { subtitle in
            let remove = StudioForm.button(
                "Remove", "DELETE", APIRoute.path("removeSubtitles", video.id, subtitle.language),
                question: "Remove the \(subtitle.language) subtitles?",
                described: subtitle.language)
            let edit = PageFragments.linkButton(StudioCaptions.path(video.id, subtitle.language), "Edit", style: "button")
            let marks = [subtitle.isDefault ? "default" : nil, subtitle.isAutomatic == true ? "automatic" : nil].compactMap { $0 }
            let mark: HTML? = marks.isEmpty ? nil : " (\(marks.joined(separator: ", ")))"
            return "<li><code>\(subtitle.language)</code>\(mark) \(edit) \(remove)</li>"
        }
        let list: HTML? = items.isEmpty ? nil : "<ul class=\"plain\">\(items)</ul>"
        return """
            <form data-method="PUT" data-path="\(APIRoute.path("setSubtitles", video.id, "")){lang}" data-then="reload" data-file="text/vtt" novalidate><h2>Subtitles</h2>
            \(list)<p class="fault general" role="alert" hidden></p>
            <div class="field"><label for="subtitle-language">Language</label>
            <input id="subtitle-language" data-place="lang" value="en" required></div>
            <div class="field"><label for="subtitle-file">WebVTT file</label>
            <input type="file" id="subtitle-file" accept=".vtt,text/vtt" required></div><button>Add subtitles</button></form>
            <form method="get" action="\(StudioCaptions.path(video.id))"><div class="field"><label for="new-captions">Or write them here, in the language</label>
            <input id="new-captions" name="lang" value="\(video.language ?? "en")" required pattern="[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*"></div>
            <button>Write subtitles</button></form>
            """
    }
}
