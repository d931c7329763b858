// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A person's own account.
public struct StudioAccount: Sendable {
    var person: Person
    var sessions: [PersonSession]
    var token: String
    /// Why the last change failed.
    var fault: String?
    var minLength: Int
    var twoStep: StudioTwoStepState
    /// The names of the providers with whose accounts the person signs in.
    var providers: [String]

    public init(
        person: Person, sessions: [PersonSession], token: String, fault: String?, minLength: Int, twoStep: StudioTwoStepState,
        providers: [String] = []
    ) {
        self.providers = providers
        (self.person, self.sessions, self.token, self.fault, self.minLength) = (person, sessions, token, fault, minLength)
        self.twoStep = twoStep
    }

    /// For somebody who has signed in with a program's credentials.
    public static func page(client: String) -> StudioPage {
        StudioPage(
            "Your account", in: nil,
            body: """
                <p class="note">You are signed in with the credentials of the client <b><bdi>\(client)</bdi></b>, which has no password.
                Accounts are under People.</p>
                """)
    }

    private var connected: HTML? {
        guard !providers.isEmpty else { return nil }
        return
            "<dt>Signs in with</dt><dd><bdi>\(providers.joined(separator: ", "))</bdi>\(twoStep.hasPassword ? " or the password" : "")</dd>"
    }

    private func passwordForm(_ notice: HTML?, _ token: HTML, _ described: HTML) -> HTML {
        """
        <h2>Change the password</h2>
        <form method="post" action="/studio/account/password">\(notice)\(token)
        <input type="hidden" name="username" value="\(person.email)" autocomplete="username">
        <div class="field"><label for="current">Current password</label>
        <input id="current" name="current" type="password" autocomplete="current-password" required\(described)></div>
        <div class="field"><label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required minlength="\(minLength)"\(described)>
        <p class="hint">At least \(minLength) characters. You are signed out everywhere else.</p></div>
        <div class="row save"><button class="primary">Change the password</button></div>
        </form>
        """
    }

    public var page: StudioPage {
        let notice: HTML? = fault.map { "<p class=\"fault\" id=\"password-fault\" role=\"alert\">\($0)</p>" }
        let described: HTML = fault == nil ? "" : " aria-describedby=\"password-fault\""
        let token: HTML = "<input type=\"hidden\" name=\"token\" value=\"\(self.token)\">"
        let form: HTML? = twoStep.hasPassword ? passwordForm(notice, token, described) : nil
        let table = StudioList(sessions).table("Sessions", ["Browser", "Since", "Until", ""]) { session in
            let button: HTML = """
                <form method="post" action="/studio/account/sessions/\(session.id)/end">\(token)<button>Sign out</button></form>
                """
            return [
                "\(PageFragments.userText(session.browser ?? "", or: "Unknown"))\(session.isCurrent ? " (this one)" : "")",
                PageFragments.dateTime(session.startedAt), PageFragments.dateTime(session.expiresAt), session.isCurrent ? "" : button,
            ]
        }
        return StudioPage(
            "Your account", in: nil,
            body: """
                <dl class="facts"><dt>Name</dt><dd><bdi>\(person.name)</bdi></dd><dt>Email</dt><dd><bdi>\(person.email)</bdi></dd>
                <dt>Role</dt><dd>\(person.role.rawValue)</dd>\(connected)</dl>
                \(form)
                \(twoStep.html(token: self.token))
                <h2>Signed in</h2>\(table)
                """)
    }
}
