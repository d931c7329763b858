// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The part of a draft's page on its way to publication: its author asks for it, and an editor publishes or returns it.
struct DraftReview {
    let video: Video
    let mayWrite: Bool
    let mayPublish: Bool

    private var path: String { APIRoute.path("updateVideo", video.id) }

    var html: HTML? {
        guard mayWrite, !video.access.isPublic, video.status != .archived else { return nil }
        return mayPublish ? forEditors : forAuthors
    }

    private var forEditors: HTML {
        switch video.review?.status {
        case .requested?:
            """
            <div class="note"><p>\(said("The author asks you to publish this draft"))</p>
            <details><summary>Return it to the author</summary>\(StudioForm.form(
                "PATCH", path, submit: "Return the draft",
                """
                \(Field.hidden("review.status", ReviewStatus.returned.rawValue))
                \(Field.area("review.note", "What should be changed", "", .required("what should be changed", maxLength: 2000)))
                """))</details></div>
            """
        case .returned?: "<p class=\"note\">\(said("You returned this draft to its author"))</p>"
        default:
            """
            <p class="note">This is a draft that only you can see. Check it, then press <b>Publish now</b>; or schedule it: set
            <b>Visibility</b> to Everyone and <b>Published</b> to a date in the future, and save.</p>
            """
        }
    }

    private var forAuthors: HTML {
        let submit = StudioForm.form(
            "PATCH", path, submit: "Submit for review",
            """
            \(Field.hidden("review.status", ReviewStatus.requested.rawValue))
            \(Field.area("review.note", "Message to the editors", "", kind: .optional, rows: 2, .atMost(2000)))
            """)
        switch video.review?.status {
        case .requested?:
            return """
                <div class="note"><p>\(said("An editor reviews this draft. You can still change it"))</p>
                \(StudioForm.button("Withdraw", "PATCH", path, body: #"{"review":null}"#))</div>
                """
        case .returned?: return "<div class=\"note\"><p>\(said("An editor asks you to change this draft"))</p>\(submit)</div>"
        default: return "<div class=\"note\"><p>This is a draft. An editor publishes it when you submit it.</p>\(submit)</div>"
        }
    }

    private func said(_ sentence: String) -> HTML {
        guard let note = video.review?.note, !note.isEmpty else { return "\(sentence)." }
        return "\(sentence): <bdi>\(note)</bdi>"
    }
}
