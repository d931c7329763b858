// SPDX-License-Identifier: Apache-2.0

/// The sign-in page.
public struct StudioSignIn: Sendable {
    var next: String?
    var client: String
    var fault: String?

    /// - Parameters:
    ///   - next: the Studio path to open after signing in.
    ///   - fault: why the last attempt failed.
    public init(next: String? = nil, client: String = "", fault: String? = nil) {
        self.next = next
        self.client = client
        self.fault = fault
    }

    public var html: HTML {
        let next: HTML? = next.map { "<input type=\"hidden\" name=\"next\" value=\"\($0)\">" }
        let told: HTML? = fault.map { "<p class=\"fault\" id=\"sign-in-fault\" role=\"alert\">\($0)</p>" }
        let described: HTML = fault == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"sign-in-fault\""
        return StudioFrame.document(
            title: "Sign in",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <form method="post" action="/studio/sign-in">
                \(told)\(next)
                <div class="field"><label for="client_id">Client ID</label>
                <input id="client_id" name="client_id" value="\(client)" autocomplete="username" autocapitalize="none" spellcheck="false"
                required autofocus\(described)></div>
                <div class="field"><label for="client_secret">Client secret</label>
                <input id="client_secret" name="client_secret" type="password" autocomplete="current-password" required\(described)></div>
                <button class="primary">Sign in</button>
                </form>
                <p class="hint"><code>windowbox demo</code> prints both. For your own service, create them with
                <code>windowbox serve add-client NAME --business ID</code>.</p>
                </main>
                """)
    }
}
