// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The sign-in page.
public struct StudioSignIn: Sendable {
    /// The Studio path to open after signing in.
    public var next: String?
    public var client = ""
    public var email = ""
    /// Why the last attempt failed.
    public var fault: String?
    /// Providers whose accounts can be used.
    public var providers: [(id: String, name: String)] = []

    /// - Parameter next: the Studio path to open after signing in.
    public init(next: String? = nil) { self.next = next }

    /// A link for each provider.
    static func links(_ providers: [(id: String, name: String)], next: String?) -> HTML? {
        guard !providers.isEmpty else { return nil }
        let query = next.map { "?next=\(PercentEncoding.encoded($0))" } ?? ""
        let links: [HTML] = providers.map { provider in
            "<a class=\"button\" href=\"/studio/sign-in/with/\(provider.id)\(query)\">Sign in with <bdi>\(provider.name)</bdi></a>"
        }
        return "<p class=\"row\">\(links)</p>"
    }

    public var html: HTML {
        let next: HTML? = next.map { "<input type=\"hidden\" name=\"next\" value=\"\($0)\">" }
        let notice: HTML? = fault.map { "<p class=\"fault\" id=\"sign-in-fault\" role=\"alert\">\($0)</p>" }
        let isClient = !client.isEmpty && email.isEmpty
        func described(_ isThis: Bool) -> HTML {
            fault == nil || !isThis ? "" : " aria-invalid=\"true\" aria-describedby=\"sign-in-fault\""
        }
        let (person, program) = (described(!isClient), described(isClient))
        return StudioFrame.document(
            title: "Sign in",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                \(notice)\(Self.links(providers, next: self.next))
                <form method="post" action="/studio/sign-in" aria-label="Your account">\(next)
                <div class="field"><label for="email">Email</label>
                <input id="email" name="email" type="email" value="\(email)" autocomplete="username" required\(isClient ? "" : " autofocus")\(person)></div>
                <div class="field"><label for="password">Password</label>
                <input id="password" name="password" type="password" autocomplete="current-password" required\(person)></div>
                <div class="row"><button class="primary">Sign in</button>
                <a href="/studio/forgotten">Forgotten your password?</a></div>
                </form>
                <form method="post" action="/studio/sign-in" aria-labelledby="credentials">\(next)
                <h2 id="credentials">Client credentials</h2>
                <div class="field"><label for="client_id">Client ID</label>
                <input id="client_id" name="client_id" value="\(client)" autocomplete="off" autocapitalize="none" spellcheck="false"
                required\(isClient ? " autofocus" : "")\(program)></div>
                <div class="field"><label for="client_secret">Client secret</label>
                <input id="client_secret" name="client_secret" type="password" autocomplete="off" required\(program)></div>
                <button>Sign in as a client</button>
                </form>
                <p class="hint"><code>windowbox demo</code> prints both. For your own service, create them with
                <code>windowbox serve add-client NAME --business ID</code>; then invite people under <b>People</b>.</p>
                </main>
                """)
    }
}
