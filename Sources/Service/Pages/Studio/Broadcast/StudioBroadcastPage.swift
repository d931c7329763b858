// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

import struct Foundation.Date

/// The control room of a broadcast.
///
/// When the hosts' socket reports an event, the script fetches the parts again and replaces those that have changed.
public struct StudioBroadcastPage: Sendable {
    var stream: LiveStream
    var messages: [StudioMessage]
    var interactions: [Interaction]
    var products: [Product]
    var mayWrite: Bool
    /// The URL of the preview; nil while there is none.
    var previewURL: String?
    var encoder: StudioEncoder

    /// - Parameters:
    ///   - messages: newest first.
    ///   - products: those in the stream.
    ///   - previewURL: the URL of the preview.
    ///   - encoder: the state of the encoder.
    public init(
        _ stream: LiveStream, messages: [StudioMessage], interactions: [Interaction], products: [Product], mayWrite: Bool,
        previewURL: String?,
        encoder: StudioEncoder
    ) {
        self.stream = stream
        self.messages = messages
        self.interactions = interactions
        self.products = products
        self.mayWrite = mayWrite
        self.previewURL = previewURL
        self.encoder = encoder
    }

    public var page: StudioPage {
        let settings: HTML = mayWrite ? PageFragments.linkButton("/studio/live/\(stream.id)/settings", "Settings", style: "button") : ""
        return StudioPage(
            stream.title, in: .live, actions: settings,
            body: """
                <div class="room" data-room="/studio/live/\(stream.id)/parts">
                \(parts)
                <section class="say" aria-labelledby="say"><h2 id="say">Send a message</h2>\(say)</section>
                <section class="show" aria-labelledby="show"><h2 id="show">Featured products</h2>\(productForm)</section>
                <section class="ask" aria-labelledby="new-game"><h2 id="new-game">New poll, question or giveaway</h2>\(newInteraction)</section>
                <section class="exports" aria-labelledby="exports"><h2 id="exports">Export</h2>
                <p><a href="/studio/live/\(stream.id)/comments.csv">Chat messages (CSV)</a><br>
                <a href="/studio/live/\(stream.id)/interactions.csv">Poll and giveaway entries (CSV)</a></p></section>
                </div>
                """)
    }

    /// The parts that change during the broadcast.
    public var parts: HTML {
        """
        <section class="air" data-part="air" aria-labelledby="air"><h2 id="air">Broadcast</h2>\(air)</section>
        <section class="picture" data-part="picture" aria-labelledby="picture"><h2 id="picture">\(stream.status == .idle ? "Encoder and preview" : "Preview")</h2>\(picture)</section>
        <section class="chat" aria-labelledby="chat"><h2 id="chat">Chat</h2>
        <ol class="messages" data-part="messages" tabindex="0" aria-label="Chat messages">\(messages.reversed().map { $0.item(in: stream.id, mayWrite) })</ol></section>
        <section class="pins" data-part="pins" aria-labelledby="pins"><h2 id="pins">Pinned products</h2>\(shelf)</section>
        <section class="games" data-part="games" aria-labelledby="games"><h2 id="games">Polls, questions and giveaways</h2>\(games)</section>
        """
    }

    /// - Parameter name: `prepare`, `start`, `pause`, `resume` or `end`.
    private func step(_ name: String, _ label: String, style: String = "", question: String? = nil) -> HTML {
        StudioForm.button(
            label, "POST", APIRoute.path("\(name)Live", stream.id), then: "stay", question: question, style: style, id: "step-\(name)")
    }

    private var air: HTML {
        let end = step("end", "End", style: "danger", question: "End the stream? It can’t go live again.")
        let cancel = step("end", "Cancel stream", style: "danger", question: "Cancel the stream? It can’t go live again.")
        let steps: HTML =
            switch stream.status {
            case .idle: "\(goLive)\(cancel)"
            case .live: "\(step("pause", "Pause"))\(end)"
            case .paused: "\(step("resume", "Resume", style: "primary"))\(end)"
            default: "<p>The stream has ended.</p>"
            }
        let announced: HTML? = stream.announcement.map { text in
            let clear = StudioForm.button(
                "Remove", "POST", APIRoute.path("announce", stream.id), body: #"{"text":null}"#, then: "stay", id: "announce-clear",
                described: "announcement")
            return "<p>Announcement: <bdi>\(text)</bdi> \(mayWrite ? clear : "")</p>"
        }
        return """
            <dl class="facts"><dt>Status</dt><dd>\(PageFragments.status(stream.status.rawValue))</dd>
            <dt>Viewers</dt><dd>\(stream.viewers)</dd><dt>Hearts</dt><dd>\(stream.likes)</dd>
            <dt>Scheduled</dt><dd>\(PageFragments.dateTime(stream.scheduledAt))</dd><dt>Started</dt><dd>\(PageFragments.dateTime(stream.startedAt))</dd></dl>
            <div class="row">\(mayWrite ? steps : "")</div>\(announced)
            """
    }

    /// Asks for confirmation without an encoder, because viewers would see a black picture.
    private var goLive: HTML {
        guard encoder.isAwaited else { return step("start", "Go live", style: "primary") }
        return step("start", "Go live", question: "No encoder is connected, so viewers would see a black picture. Go live anyway?")
    }

    private var picture: HTML {
        guard stream.status == .idle, mayWrite else { return "\(preview)\(encoder.facts(of: stream.ingest))" }
        switch encoder {
        case .none: return preview
        case .unprepared:
            return """
                <p>Before you go live, connect your encoder (such as OBS) and check the preview. Viewers see nothing until you press
                <b>Go live</b>.</p>
                <div class="row">\(step("prepare", "Set up encoder", style: "primary"))</div>
                """
        case .waiting, .sending:
            return "\(encoder.facts(of: stream.ingest))\(preview)<p class=\"hint\">Only you see this preview until you go live.</p>"
        }
    }

    private var preview: HTML {
        previewURL.map { previewURL in
            """
            <video class="preview" controls muted autoplay playsinline data-preview="\(previewURL)" src="\(previewURL)" aria-label="Preview"></video>
            """
        } ?? "<p class=\"no-film\">No picture yet.</p>"
    }

    private var say: HTML {
        guard mayWrite else { return "<p>You have read-only access.</p>" }
        let message = StudioForm.form(
            "POST", APIRoute.path("sendHostMessage", stream.id), then: "clear", submit: "Send",
            """
            \(Field.text("text", "Message to all viewers", "", .required("a message", maxLength: 500)))
            \(Field.text("coupon_code", "Coupon code (optional)", "", kind: .optional, more: " data-skip-empty"))
            """)
        let announcement = """
            <form data-method="POST" data-path="\(APIRoute.path("announce", stream.id))" data-then="clear" novalidate>
            <p class="fault general" role="alert" hidden></p>
            <div class="field"><label for="announcement">Announcement over the video</label>
            <input id="announcement" name="text" data-kind="text" required data-missing="Enter an announcement (up to 500 characters)." data-most="500" aria-describedby="fault:announcement">
            <p class="fault" id="fault:announcement" hidden></p></div><div class="row"><button>Announce</button></div></form>
            """ as HTML
        return "\(message)\(announcement)"
    }

    private var productForm: HTML {
        let names = Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
        let items: [HTML] = stream.products.enumerated().map { index, shown in
            let name = names[shown.productID] ?? shown.productID
            return StudioForm.item(
                name, json: StudioForm.json(shown),
                """
                \(PageFragments.userText(name)) \(Field.flag("products[\(index)].sold_out", "Sold out", shown.soldOut))
                \(Field.flag("products[\(index)].hidden", "Hidden", shown.hidden))
                """)
        }
        guard mayWrite else { return "" }
        return StudioForm.form(
            "POST", APIRoute.path("setLiveProducts", stream.id), then: "reload", submit: "Save products",
            StudioForm.list(
                "products", "Products, in order", items: items,
                more: StudioForm.finder("live-products", label: "Find a product", for: "products")))
    }
}
