// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// What viewers reported, the rules for comments, and the log of what was done.
public struct StudioModeration: Sendable {
    public var reports: StudioList<ContentReport>
    public var isDecided: Bool
    /// Captions by video id.
    public var captions: [String: String]
    public var log: [ModerationEntry]
    /// Nil if the client may not read them.
    public var rules: CommentSettings?
    public var mayWrite: Bool
    public var mayChangeRules: Bool

    public init(
        _ reports: StudioList<ContentReport>, isDecided: Bool, captions: [String: String], log: [ModerationEntry], rules: CommentSettings?,
        mayWrite: Bool, mayChangeRules: Bool
    ) {
        self.reports = reports
        self.isDecided = isDecided
        self.captions = captions
        self.log = log
        self.rules = rules
        self.mayWrite = mayWrite
        self.mayChangeRules = mayChangeRules
    }

    public var page: StudioPage {
        let other =
            isDecided
            ? PageFragments.linkButton("/studio/moderation", "Open reports", style: "button")
            : PageFragments.linkButton("/studio/moderation?decided=yes", "Decided reports", style: "button")
        let queue: HTML =
            reports.isEmpty ? PageFragments.empty(isDecided ? "Nothing was decided yet." : "Nothing is waiting for a decision.") : table
        return StudioPage("Moderation", in: .moderation, actions: other, body: "\(queue)\(settings)\(history)")
    }

    private var table: HTML {
        reports.table("Reports", ["What", "Reason", "When", "Decision"]) { report in
            let caption = captions[report.videoID] ?? ""
            let video: HTML = "<a href=\"/studio/videos/\(report.videoID)\">\(PageFragments.userText(caption, or: report.videoID))</a>"
            let gone: HTML = report.commentID == nil ? "" : "<p><i>The comment was deleted.</i></p>"
            let comment: HTML? = report.comment.map { comment in
                "<blockquote dir=\"auto\">\(comment.text)</blockquote><p>\(PageFragments.userText(comment.username))\(Self.hidden(comment))</p>"
            }
            let note: HTML? = report.text.map { "<p dir=\"auto\">\($0)</p>" }
            return [
                "\(video)\(comment ?? gone)", "\(PageFragments.status(report.reason.rawValue))\(note)",
                PageFragments.dateTime(report.createdAt),
                decision(report),
            ]
        }
    }

    private static func hidden(_ comment: VideoComment) -> HTML { comment.hidden ? " \(PageFragments.status("hidden"))" : "" }

    private func decision(_ report: ContentReport) -> HTML {
        if let decision = report.decision {
            let note: HTML? = decision.note.map { "<p dir=\"auto\">\($0)</p>" }
            return "\(PageFragments.status(decision.action.rawValue))<br>\(PageFragments.dateTime(report.decidedAt))\(note)"
        }
        guard mayWrite else { return "–" }
        let what = report.comment?.text ?? captions[report.videoID] ?? report.id
        func button(_ label: String, _ action: ReportAction, question: String? = nil, style: String = "") -> HTML {
            StudioForm.button(
                label, "POST", APIRoute.path("decideReport", report.id), body: StudioForm.json(ReportDecision(action: action)),
                question: question, style: style, described: String(what.prefix(80)))
        }
        let isHeld = report.reason == .held
        let dismiss = button(isHeld ? "Show" : "Dismiss", .dismiss)
        guard report.commentID != nil else {
            let question = "Take this video down? It disappears everywhere at once."
            return "<div class=\"row\">\(dismiss)\(button("Take down", .takeDown, question: question, style: "danger"))</div>"
        }
        let hide: HTML? = report.comment?.hidden == false ? button("Hide", .hide) : nil
        let delete = button("Delete", .takeDown, question: "Delete this comment?", style: "danger")
        let mute: HTML? = report.comment.map { comment in
            StudioForm.button(
                "Mute author", "POST", APIRoute.path("muteCommenter", comment.id),
                question: "Keep the author from writing comments on all your videos?", described: comment.username)
        }
        return "<div class=\"row\">\(dismiss)\(hide)\(delete)\(mute)</div>"
    }

    private var settings: HTML {
        guard let rules else { return "" }
        guard mayChangeRules else { return "" }
        return """
            <h2>Rules for comments</h2>
            \(StudioForm.form(
                "PATCH", APIRoute.path("updateBusiness"),
                """
                \(Field.flag("comments.open", "Viewers can write comments", rules.isOpen))
                \(Field.flag("comments.held", "A moderator must show each comment first", rules.areHeld))
                \(Field.area("comments.blocklist", "Words that hold a comment for a moderator", rules.blocklist.joined(separator: "\n"),
                    hint: "One on each line.", kind: .lines))
                """))
            """
    }

    private var history: HTML {
        guard !log.isEmpty else { return "" }
        let table = StudioList(log).table("What was done", ["Action", "When", "Client", "Video", "Note"]) { entry in
            [
                PageFragments.status(entry.action), PageFragments.dateTime(entry.at), "<code>\(entry.clientID)</code>",
                "<a href=\"/studio/videos/\(entry.videoID)\"><code>\(entry.videoID)</code></a>",
                "<span dir=\"auto\">\(entry.note ?? "")</span>",
            ]
        }
        return "<h2>What was done</h2>\(table)"
    }
}
