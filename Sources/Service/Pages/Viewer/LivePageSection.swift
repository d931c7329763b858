// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The panel of a live stream: viewers, chat and polls, filled by a script. For a video it contains only the polls.
struct LivePageSection {
    let stream: LiveStream?
    let interactions: [Interaction]
    /// Whether the video has a password: its interactions are shown after that was entered.
    let isLocked: Bool
    let language: PageLanguage

    var html: HTML? {
        guard let stream else { return isLocked || interactions.contains { $0.state == .active } ? interactionsHTML : nil }
        return """
            \(interactionsHTML)
            <section class="panel chat" id="chat" aria-labelledby="chat-title">
            <div class="row chat-head"><h2 id="chat-title">\(language.text(.chat))</h2>
            <span class="soft small" id="viewers" role="status"></span></div>
            <p class="soft small" id="joined" hidden></p>
            <p class="soft small" id="connection" role="status" hidden>\(language.text(.reconnecting))</p>
            <p class="announcement" id="announcement" role="status" hidden></p>
            <div class="messages" role="log" aria-labelledby="chat-title" tabindex="0"><ol id="messages"></ol></div>
            <p class="soft small" id="chat-empty">\(language.text(.chatEmpty))</p>
            <form id="write" class="row" hidden><input id="message" name="message" maxlength="1000" autocomplete="off" \
            aria-label="\(language.text(.writeMessage))" placeholder="\(language.text(.writeMessage))">
            <button type="submit" class="primary round" aria-label="\(language.text(.send))">\(PageIcon.send.html)</button></form>
            <div class="row"><button type="button" id="like" \(stream.status == .idle ? "disabled" : "")>\(PageIcon.heart.html) \
            <span id="likes">\(stream.likes)</span><span class="unseen"> \(language.text(.like))</span></button></div>
            </section>
            """
    }

    private var interactionsHTML: HTML { "<div id=\"interactions\" aria-live=\"polite\"></div>" }
}
