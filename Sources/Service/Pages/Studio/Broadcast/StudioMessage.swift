// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Date

/// A chat message as hosts see it, even if it is hidden.
public struct StudioMessage: Sendable {
    var message: ChatMessage
    var at: Date
    /// Whether the author is muted.
    var isMuted: Bool

    public init(_ message: ChatMessage, at: Date, isMuted: Bool = false) {
        self.message = message
        self.at = at
        self.isMuted = isMuted
    }

    func item(in stream: String, _ mayWrite: Bool) -> HTML {
        let id = message.id
        let step = APIRoute.path(message.deleted ? "showMessage" : "hideMessage", stream, id)
        let muting = APIRoute.path(isMuted ? "unmuteAuthor" : "muteAuthor", stream, id)
        let button = StudioForm.button(
            message.deleted ? "Show" : "Hide", "POST", step, then: "stay", style: "small", id: "message-\(id)",
            described: message.text)
        let sound: HTML =
            message.isHost == true
            ? ""
            : StudioForm.button(
                isMuted ? "Unmute" : "Mute", "POST", muting, then: "stay", style: "small",
                id: "mute-\(id)", described: "\(message.username), \(message.text)")
        let answer: HTML =
            message.isHost == true
            ? ""
            : "<button type=\"button\" class=\"small\" data-answer=\"\(id)\" aria-label=\"Reply to \(message.username)\">Reply</button>"
        var marks: [HTML] = []
        if message.isHost == true { marks.append(PageFragments.status("host")) }
        if message.isPrivate { marks.append(PageFragments.status("private")) }
        if message.deleted { marks.append(PageFragments.status("hidden")) }
        if isMuted { marks.append(PageFragments.status("muted")) }
        if let code = message.couponCode { marks.append("<span class=\"status\">coupon <bdi>\(code)</bdi></span>") }
        let state: HTML = message.deleted ? " class=\"hidden-message\"" : ""
        return """
            <li id="said-\(id)"\(state)><p class="who">\(PageFragments.userText(message.username, or: "Guest")) \(marks) \(PageFragments.dateTime(at))</p>
            <p><bdi>\(message.text)</bdi></p><div class="row">\(mayWrite ? "\(button)\(sound)\(answer)" as HTML : "")</div></li>
            """
    }
}
