// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// What an authenticator app needs to know, and the form that confirms it.
public struct StudioTwoStepSetup: Sendable {
    /// For the QR code: an `otpauth:` address.
    var address: String
    /// In base 32.
    var secret: String
    /// The secret in the form in which the service gets it back.
    var sealed: String
    /// Why the last attempt failed.
    public var fault: String?

    public init(address: String, secret: String, sealed: String) { (self.address, self.secret, self.sealed) = (address, secret, sealed) }

    /// The secret in groups, which are easier to type.
    private var grouped: String {
        stride(from: 0, to: secret.count, by: 4).map { secret.dropFirst($0).prefix(4) }.joined(separator: " ")
    }

    /// - Parameters:
    ///   - path: where the form is sent.
    ///   - further: fields before the code.
    fileprivate func form(_ path: String, _ further: HTML) -> HTML {
        """
        <ol><li>Open an authenticator app on your phone and scan this code.
        \(QRCode(address)?.picture("QR code for your authenticator app"))
        <p class="hint">You can’t scan it? Enter this key in the app: <code>\(grouped)</code></p></li>
        <li>Enter the code that the app shows.</li></ol>
        <form method="post" action="\(path)">\(TwoStepField.message(fault))\(further)
        <input type="hidden" name="setup" value="\(sealed)">
        \(TwoStepField.code("Code from the app", isWrong: fault != nil, isFocused: true))
        <div class="row save"><button class="primary">Turn on two-step sign-in</button></div>
        </form>
        """
    }

    /// For somebody who must set it up before signing in.
    /// - Parameter business: its name.
    public func signInPage(business: String) -> HTML {
        StudioFrame.document(
            title: "Set up two-step sign-in",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <h2>Set up two-step sign-in</h2>
                <p><b><bdi>\(business)</bdi></b> requires a second step when you sign in: a code from an app on your phone.</p>
                \(form("/studio/sign-in/set-up", ""))
                <p><a href="/studio/sign-in">Sign in with another account</a></p>
                </main>
                """)
    }

    /// - Parameters:
    ///   - token: that of the session.
    ///   - hasPassword: whether the password must be entered.
    public func page(token: String, hasPassword: Bool) -> StudioPage {
        StudioPage(
            "Set up two-step sign-in", in: nil,
            body: """
                <section>
                \(form("/studio/account/two-step", "\(TwoStepField.token(token))\(hasPassword ? TwoStepField.password : "")"))
                <p class="hint">You are signed out everywhere else.</p>
                </section>
                """)
    }
}

/// The second step of signing in.
public struct StudioSecondStep: Sendable {
    /// Why the last code was refused.
    public var fault: String?

    public init() {}

    public var html: HTML {
        StudioFrame.document(
            title: "Enter your code",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <h2>Enter your code</h2>
                <form method="post" action="/studio/sign-in/code">\(TwoStepField.message(fault))
                \(TwoStepField.code("Code from your authenticator app", isWrong: fault != nil, isFocused: true))
                <p class="hint">You don’t have your phone? Enter one of your recovery codes, or ask an owner of your business to reset your
                two-step sign-in.</p>
                <button class="primary">Sign in</button>
                </form>
                <p><a href="/studio/sign-in">Sign in with another account</a></p>
                </main>
                """)
    }
}

/// Recovery codes, which are shown only once.
public enum StudioRecoveryCodes {
    private static func content(_ codes: [String]) -> HTML {
        let items: [HTML] = codes.map { "<li><code>\($0)</code></li>" }
        return """
            <p>With a recovery code you can sign in without your phone, each once. Print them or keep them in a password manager. They are shown
            only now.</p>
            <ul class="codes">\(items)</ul>
            """
    }

    /// - Parameter next: the Studio path to open then.
    public static func signInPage(_ codes: [String], next: String) -> HTML {
        StudioFrame.document(
            title: "Keep your recovery codes",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <h2>Keep your recovery codes</h2>
                \(content(codes))
                <p><a class="button primary" href="\(next)">I have kept them</a></p>
                </main>
                """)
    }

    public static func page(_ codes: [String]) -> StudioPage {
        StudioPage(
            "Keep your recovery codes", in: nil,
            body: "\(content(codes))<p><a class=\"button primary\" href=\"/studio/account\">I have kept them</a></p>")
    }
}

/// The part of the account page for the second factor.
public struct StudioTwoStepState: Sendable {
    /// When it was set up; nil if it isn't.
    var since: Date?
    /// How many recovery codes are left.
    var recoveryCodes: Int
    /// Whether the business requires it.
    var isRequired: Bool
    /// Whether the password must be entered to remove it.
    var hasPassword: Bool
    /// Why the last change failed.
    public var fault: String?

    public init(since: Date?, recoveryCodes: Int, isRequired: Bool, hasPassword: Bool) {
        (self.since, self.recoveryCodes, self.isRequired, self.hasPassword) = (since, recoveryCodes, isRequired, hasPassword)
    }

    func html(token: String) -> HTML {
        guard let since else {
            return """
                <h2>Two-step sign-in</h2>
                <p>It is off. With it, signing in also needs a code from an app on your phone: somebody who knows only your password can’t.</p>
                <p><a class="button" href="/studio/account/two-step">Set up two-step sign-in</a></p>
                """
        }
        let few: HTML? = recoveryCodes < 3 ? " Make new ones soon." : nil
        let remove: HTML =
            isRequired
            ? "<p class=\"hint\">Your business requires it, so it can’t be turned off.</p>"
            : """
            <form method="post" action="/studio/account/two-step/remove">\(TwoStepField.token(token))
            \(hasPassword ? TwoStepField.password : "")\(TwoStepField.code("Code from the app, or a recovery code", id: "remove-code"))
            <div class="row save"><button class="danger">Turn off two-step sign-in</button></div></form>
            """
        return """
            <h2>Two-step sign-in</h2>\(TwoStepField.message(fault))
            <p>It is on since \(PageFragments.dateTime(since)). You have \(recoveryCodes) recovery codes left.\(few)</p>
            <form method="post" action="/studio/account/two-step/recovery">\(TwoStepField.token(token))
            \(TwoStepField.code("Code from the app", id: "recovery-code"))
            <div class="row save"><button>Make new recovery codes</button></div>
            <p class="hint">The earlier ones stop working.</p></form>
            \(remove)
            """
    }
}

private enum TwoStepField {
    static func token(_ token: String) -> HTML { "<input type=\"hidden\" name=\"token\" value=\"\(token)\">" }

    static func message(_ fault: String?) -> HTML? { fault.map { "<p class=\"fault\" id=\"code-fault\" role=\"alert\">\($0)</p>" } }

    static func code(_ label: String, id: String = "code", isWrong: Bool = false, isFocused: Bool = false) -> HTML {
        let described: HTML = isWrong ? " aria-invalid=\"true\" aria-describedby=\"code-fault\"" : ""
        return """
            <div class="field"><label for="\(id)">\(label)</label>
            <input id="\(id)" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" \
            required\(isFocused ? " autofocus" : "")\(described)></div>
            """
    }

    static var password: HTML {
        """
        <div class="field"><label for="two-step-password">Current password</label>
        <input id="two-step-password" name="current" type="password" autocomplete="current-password" required></div>
        """
    }
}
