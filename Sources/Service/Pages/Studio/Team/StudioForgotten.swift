// SPDX-License-Identifier: Apache-2.0

/// The page for somebody who has forgotten a password.
public struct StudioForgotten: Sendable {
    /// Whether the service sends e-mail.
    var sendsMail: Bool
    public var email = ""
    /// Why the request was refused.
    public var fault: String?
    /// Whether a link was sent, if somebody has the address.
    public var isSent = false

    public init(sendsMail: Bool) { self.sendsMail = sendsMail }

    public var html: HTML {
        StudioFrame.document(
            title: "Forgotten password",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <h2>Forgotten password</h2>
                \(content)
                <p><a href="/studio/sign-in">Back to signing in</a></p>
                </main>
                """)
    }

    private var content: HTML {
        guard sendsMail else {
            return "<p>Ask an owner of your business for a new link. It is under <b>People</b>, on the page with your name.</p>"
        }
        guard !isSent else {
            return """
                <p role="status">If somebody has an account with the address <b><bdi>\(email)</bdi></b>, we are sending a link for a new password
                to it. It works for an hour.</p>
                <p class="hint">Nothing arrives? Look into the folder for spam, or ask an owner of your business.</p>
                """
        }
        let notice: HTML? = fault.map { "<p class=\"fault\" id=\"forgotten-fault\" role=\"alert\">\($0)</p>" }
        let described: HTML = fault == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"forgotten-fault\""
        return """
            \(notice)
            <form method="post" action="/studio/forgotten">
            <div class="field"><label for="email">Email</label>
            <input id="email" name="email" type="email" value="\(email)" autocomplete="username" required autofocus\(described)></div>
            <button class="primary">Send me a link</button>
            </form>
            """
    }
}
