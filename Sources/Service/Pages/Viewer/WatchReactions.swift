// SPDX-License-Identifier: Apache-2.0

/// What viewers can do about a video on its page: like, report and discuss it. A script shows all of this once it works.
public struct WatchReactions: Sendable {
    /// Nil if the video can't be liked there, as during a live stream with its own hearts.
    public var likes: Int?
    /// Whether comments are shown.
    public var hasComments: Bool
    /// Whether comments may be written.
    public var isOpen: Bool

    public init(likes: Int?, hasComments: Bool, isOpen: Bool) {
        (self.likes, self.hasComments, self.isOpen) = (likes, hasComments, isOpen)
    }

    func likeButton(_ language: PageLanguage) -> HTML? {
        guard let likes else { return nil }
        return """
            <button type="button" id="like-video" aria-pressed="false" hidden>\(PageIcon.heart.html) \
            \(language.text(.likeVideo)) <span id="video-likes">\(likes)</span></button>
            """
    }

    func reportButton(_ language: PageLanguage) -> HTML {
        "<button type=\"button\" class=\"plain\" id=\"report-video\" hidden>\(PageIcon.flag.html) \(language.text(.report))</button>"
    }

    func comments(_ language: PageLanguage) -> HTML? {
        guard hasComments else { return nil }
        let form: HTML = """
            <form id="comment-form" novalidate>
            <label for="comment-text">\(language.text(.writeComment))</label>
            <textarea id="comment-text" rows="2" dir="auto" aria-describedby="comment-message"></textarea>
            <div class="row"><div class="field"><label for="comment-name">\(language.text(.commentName))</label>
            <input id="comment-name" maxlength="60" dir="auto" autocomplete="nickname"></div>
            <button type="submit" class="primary">\(language.text(.postComment))</button></div>
            <p class="small" id="comment-message" role="status"></p>
            </form>
            """
        return """
            <section class="comments" id="comments" aria-labelledby="comments-title" hidden>
            <h2 id="comments-title" tabindex="-1">\(language.text(.comments))</h2>
            \(isOpen ? form : "<p class=\"soft\">\(language.text(.commentsClosed))</p>")
            <p class="soft" id="no-comments" hidden>\(language.text(.noComments))</p>
            <ol class="comment-list" id="comment-list"></ol>
            <div class="more" id="comments-end"></div>
            </section>
            """
    }
}

/// A button that follows a channel. A script shows it once it works.
struct FollowButton {
    let channel: String
    let name: String
    let language: PageLanguage

    var html: HTML {
        """
        <button type="button" class="follow" id="follow" data-channel="\(channel)" aria-pressed="false" hidden>\
        \(PageIcon.plus.html)\(PageIcon.check.html) \(language.text(.follow))<span class="unseen"> \(name)</span></button>
        """
    }
}
