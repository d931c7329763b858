// SPDX-License-Identifier: Apache-2.0

/// The page on which somebody who was invited sets a password.
public struct StudioInvitation: Sendable {
    var path: String
    var email: String
    var name: String
    var business: String
    var minLength: Int
    /// Why the last password was refused.
    public var fault: String?
    /// Providers whose accounts can be used instead of a password.
    public var providers: [(id: String, name: String)] = []

    public init(path: String, email: String, name: String, business: String, minLength: Int) {
        (self.path, self.email, self.name, self.business, self.minLength) = (path, email, name, business, minLength)
    }

    public var html: HTML {
        let notice: HTML? = fault.map { "<p class=\"fault\" id=\"password-fault\" role=\"alert\">\($0)</p>" }
        let described: HTML = fault == nil ? "" : " aria-invalid=\"true\""
        return StudioFrame.document(
            title: "Set your password",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <p>Hello <bdi>\(name)</bdi>. Set a password for your account at <b><bdi>\(business)</bdi></b>.</p>
                \(notice)
                <form method="post" action="\(path)">
                <input type="hidden" name="username" value="\(email)" autocomplete="username">
                <div class="field"><label for="password">New password</label>
                <input id="password" name="password" type="password" autocomplete="new-password" required minlength="\(minLength)"
                aria-describedby="password-hint\(fault == nil ? "" : " password-fault")" autofocus\(described)>
                <p class="hint" id="password-hint">At least \(minLength) characters. You sign in with <bdi>\(email)</bdi>.</p></div>
                <button class="primary">Set the password</button>
                </form>
                \(others)
                </main>
                """)
    }

    private var others: HTML? {
        StudioSignIn.links(providers, next: nil).map { links in
            "<h2>Without a password</h2><p>Use an account with the address <bdi>\(email)</bdi>.</p>\(links)"
        }
    }

    /// Shown for a link that doesn't work.
    public static var unknown: HTML {
        StudioFrame.document(
            title: "This link doesn’t work",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <h2>This link doesn’t work</h2>
                <p>It was used already, was replaced by a newer one, or has expired. Ask the person who sent it for a new one.</p>
                <p><a class="button" href="/studio/sign-in">Sign in</a></p>
                </main>
                """)
    }
}
