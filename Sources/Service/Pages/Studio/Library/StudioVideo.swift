// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// One video: what is known of it, how it looks, and what becomes of it.
public struct StudioVideo: Sendable {
    var video: Video
    var channel: String
    var products: [Product]
    var mayWrite: Bool
    /// Addresses that a browser can open.
    var poster: String?
    var film: String?
    /// Where viewers see it.
    var watch: String

    /// - Parameters:
    ///   - channel: its name.
    ///   - products: those that it shows.
    ///   - poster: an address; so is `film`, and `watch` is the page of viewers.
    public init(
        _ video: Video, channel: String, products: [Product], mayWrite: Bool, poster: String?, film: String?, watch: String
    ) {
        self.video = video
        self.channel = channel
        self.products = products
        self.mayWrite = mayWrite
        self.poster = poster
        self.film = film
        self.watch = watch
    }

    private var path: String { "/v1/admin/videos/\(video.id)" }

    public var page: StudioPage {
        let title = video.caption.isEmpty ? "Untitled video" : video.caption
        let form = mayWrite ? details : "<p>You may look at it. To change it, a client needs the scope <code>videos:write</code>.</p>"
        let side: HTML = mayWrite ? "\(posterForm)\(subtitles)" : ""
        return StudioPage(
            title, in: .videos, actions: actions,
            body: """
                <div class="columns"><div class="main">\(form)</div>
                <aside aria-label="Preview and files">\(preview)\(side)</aside></div>
                """)
    }

    private var actions: HTML {
        guard mayWrite else { return "" }
        let archive: HTML? =
            switch video.status {
            case .ready:
                StudioForm.button(
                    "Archive", "PATCH", path, body: #"{"status":"archived","archived_at":"$now"}"#,
                    question: "Archive this video? Nobody finds it until it is brought back.")
            case .archived: StudioForm.button("Bring back", "PATCH", path, body: #"{"status":"ready","archived_at":null}"#)
            default: nil
            }
        let isOpen = video.status == .ready && video.access == .everyone
        let look: HTML = isOpen ? Words.go(watch, "See it as viewers do", style: "button") : ""
        let delete = StudioForm.delete(
            "“\(video.caption)”", path, then: "/studio/videos", warning: "Its media go with it. This can’t be undone.")
        return "\(look)\(archive)\(delete)"
    }

    private var preview: HTML {
        let picture: HTML? =
            film.map { film in
                let poster: HTML? = self.poster.map { " poster=\"\($0)\"" }
                return """
                    <video class="preview" controls playsinline preload="none" data-film="\(film)" src="\(film)"\(poster) aria-label="Preview"></video>
                    """
            } ?? poster.map { Words.picture($0, alt: "Poster", width: 320) }
        let size: HTML? = video.width > 0 ? "<dt>Picture</dt><dd>\(video.width) × \(video.height)</dd>" : nil
        let waiting: HTML? =
            video.type == .video && (video.status == .pending || video.status == .processing)
            ? "<p class=\"note\" data-waits>The packager is at work. This page comes anew when it is done.</p>" : nil
        return """
            \(picture)\(waiting)
            <dl class="facts"><dt>Status</dt><dd>\(Words.status(video.status.rawValue))</dd>
            <dt>Channel</dt><dd><bdi>\(channel)</bdi></dd><dt>Length</dt><dd>\(Words.length(video.durationMS))</dd>\(size)
            <dt>Renditions</dt><dd>\(video.renditions.count)</dd><dt>Published</dt><dd>\(Words.moment(video.publishedAt))</dd>
            <dt>Id</dt><dd><code>\(video.id)</code></dd></dl>
            """
    }

    private var details: HTML {
        let items: [HTML] = video.products.map { id in
            let name = products.first { $0.id == id }?.name ?? id
            return StudioForm.item(name, value: id, "<bdi>\(name)</bdi>")
        }
        let list = StudioForm.list(
            "products", "Products shown in it", items: items, more: StudioForm.finder("products", label: "Find a product", for: "products"))
        return StudioForm.form(
            "PATCH", path,
            """
            \(Field.area("caption", "Caption", video.caption, rows: 2))
            \(Field.area("description", "Description", video.description, rows: 4))
            \(Field.area("hashtags", "Hashtags", video.hashtags.joined(separator: " "), hint: "Separated by spaces, without #.", kind: .words, rows: 2))
            <div class="pair">\(Field.choice("access", "Who finds it", video.access.rawValue, Self.access))
            \(Field.text("language", "Language", video.language ?? "", hint: "BCP 47, such as en or pt-BR.", kind: .optional))</div>
            <div class="pair">\(Field.text("published_at", "Published", video.publishedAt.map(Timestamp.text) ?? "", kind: .moment, type: "datetime-local"))
            \(Field.text("available_until", "Not after", video.availableUntil.map(Timestamp.text) ?? "", kind: .moment, type: "datetime-local"))</div>
            \(list)\(Self.button(video.cta))
            """)
    }

    static let access = [
        (value: "public", label: "Everyone"), (value: "own_apps", label: "Only in your own apps"), (value: "private", label: "Only you"),
    ]

    /// Fields of a button on a video or a product.
    static func button(_ button: CallToAction?, name: String = "cta") -> HTML {
        """
        <fieldset data-object="\(name)"><legend>Button</legend>
        <p class="hint">Without a title and an address there is none.</p>
        <div class="pair">\(Field.choice("\(name).type", "Kind", button?.type.rawValue ?? "shop_now", kinds))
        \(Field.text("\(name).title", "Title", button?.title ?? ""))</div>
        \(Field.text("\(name).url", "Address", button?.url ?? "", type: "url"))</fieldset>
        """
    }

    private static let kinds = [
        (value: "shop_now", label: "Shop now"), (value: "buy", label: "Buy"), (value: "book", label: "Book"),
        (value: "view", label: "View"),
        (value: "download", label: "Download"), (value: "custom", label: "Of its own"),
    ]

    private var posterForm: HTML {
        """
        <form data-method="PUT" data-path="\(path)/poster" data-then="reload" data-file novalidate><h2>Poster</h2>
        <p class="fault general" role="alert" hidden></p>
        <div class="field"><label for="poster-file">A picture</label>
        <input type="file" id="poster-file" accept="image/*" required></div><button>Replace</button></form>
        """
    }

    private var subtitles: HTML {
        let items: [HTML] = video.subtitles.map { subtitle in
            let remove = StudioForm.button(
                "Remove", "DELETE", "\(path)/subtitles/\(subtitle.language)", question: "Remove the subtitles in \(subtitle.language)?",
                described: subtitle.language)
            return "<li><code>\(subtitle.language)</code>\(subtitle.isDefault ? " (shown first)" : "") \(remove)</li>"
        }
        let list: HTML? = items.isEmpty ? nil : "<ul class=\"plain\">\(items)</ul>"
        return """
            <form data-method="PUT" data-path="\(path)/subtitles/{lang}" data-then="reload" data-file="text/vtt" novalidate><h2>Subtitles</h2>
            \(list)<p class="fault general" role="alert" hidden></p>
            <div class="field"><label for="subtitle-language">Language</label>
            <input id="subtitle-language" data-place="lang" value="en" required></div>
            <div class="field"><label for="subtitle-file">A WebVTT file</label>
            <input type="file" id="subtitle-file" accept=".vtt,text/vtt" required></div><button>Add</button></form>
            """
    }
}
