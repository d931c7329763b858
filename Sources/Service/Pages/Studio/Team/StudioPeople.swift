// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The people who work in Studio.
public enum StudioPeople {
    private static let roles: [(value: String, label: String)] = [
        ("owner", "Owner: everything, including people"), ("editor", "Editor: channels, videos, products and live streams"),
        ("contributor", "Contributor: prepares videos, which an editor publishes"), ("moderator", "Moderator: comments and reports"),
        ("analyst", "Analyst: analytics and orders without names, read only"),
        ("host", "Host: live streams"),
    ]
    private static let notice = "Send this link to the person, and to nobody else. It works once, for seven days, and is shown only once:"

    /// - Parameter isTwoStepRequired: whether the business requires two-step sign-in; nil if the user may not change it.
    public static func page(_ people: [Person], mayWrite: Bool, isTwoStepRequired: Bool?) -> StudioPage {
        let invite: HTML = mayWrite ? PageFragments.linkButton("/studio/people/new", "Invite somebody") : ""
        guard !people.isEmpty else {
            return StudioPage(
                "People", in: .people,
                body: PageFragments.empty("Nobody has an account yet. People sign in with their own password, and each has a role.", invite)
            )
        }
        let table = StudioList(people).table("People", ["Name", "Email", "Role", "Status", "Two-step", "Last sign-in"]) { person in
            [
                "<a href=\"/studio/people/\(person.id)\">\(PageFragments.userText(person.name))</a>", "<bdi>\(person.email)</bdi>",
                "\(person.role.rawValue)", PageFragments.status(status(person)), person.hasTwoSteps ? "on" : "off",
                PageFragments.dateTime(person.lastSignInAt),
            ]
        }
        return StudioPage("People", in: .people, actions: invite, body: "\(table)\(isTwoStepRequired.map(rule))")
    }

    /// The form for what the business requires.
    private static func rule(_ isTwoStepRequired: Bool) -> HTML {
        """
        <h2>Signing in</h2>
        \(StudioForm.form(
            "PATCH", APIRoute.path("updateBusiness"),
            Field.flag(
                "requires_two_steps", "Two-step sign-in is required", isTwoStepRequired,
                hint: "Who has not set it up does so at the next sign-in. Nobody signs in to Studio with client credentials any more.")))
        """
    }

    private static func providers(of person: Person) -> HTML? {
        person.providers.map { "<dt>Signs in with</dt><dd><bdi>\($0.joined(separator: ", "))</bdi></dd>" }
    }

    private static func status(_ person: Person) -> String {
        person.isActive ? "active" : person.invitedUntil == nil ? "expired" : "invited"
    }

    /// - Parameter sendsMail: whether the link is sent to the person; else it is shown.
    public static func new(sendsMail: Bool) -> StudioPage {
        let hint: HTML = sendsMail ? "<p class=\"hint\">The person gets an email with a link for a password.</p>" : ""
        return StudioPage(
            "Invite somebody", in: .people,
            body: StudioForm.form(
                "POST", APIRoute.path("invitePerson"), then: sendsMail ? "/studio/people/{id}" : "tell url /studio/people/{id}",
                submit: sendsMail ? "Send the invitation" : "Create the account", notice: sendsMail ? nil : notice,
                """
                \(hint)
                \(Field.text("name", "Name", "", .required("a name", maxLength: 100)))
                \(Field.text("email", "Email", "", type: "email", .required("an email address", maxLength: 254)))
                \(Field.choice("role", "Role", "editor", roles))
                """))
    }

    public static func page(_ person: Person, sessions: [PersonSession], isSelf: Bool, mayWrite: Bool, sendsMail: Bool) -> StudioPage {
        let path = APIRoute.path("updatePerson", person.id)
        let form: HTML? =
            mayWrite
            ? StudioForm.form(
                "PATCH", path,
                """
                \(Field.text("name", "Name", person.name, .required("a name", maxLength: 100)))
                \(isSelf ? "" : Field.choice("role", "Role", person.role.rawValue, roles))
                """) : nil
        let facts: HTML = """
            <dl class="facts"><dt>Email</dt><dd><bdi>\(person.email)</bdi></dd><dt>Role</dt><dd>\(person.role.rawValue)</dd>
            <dt>Status</dt><dd>\(PageFragments.status(status(person)))</dd><dt>Invited</dt><dd>\(PageFragments.dateTime(person.createdAt))</dd>
            <dt>Last sign-in</dt><dd>\(PageFragments.dateTime(person.lastSignInAt))</dd>
            <dt>Two-step sign-in</dt><dd>\(person.hasTwoSteps ? "on" : "off")</dd>\(providers(of: person))</dl>
            """
        let renew = StudioForm.button(
            sendsMail ? "Send a link for a password" : "New link for a password", "POST", APIRoute.path("renewInvitation", person.id),
            then: sendsMail ? "/studio/people/\(person.id)" : "tell url /studio/people/\(person.id)",
            question: sendsMail
                ? "Send a new link? Earlier links stop working; the password works until the new link is used."
                : "Make a new link? Earlier links stop working; the password works until the new link is used.",
            notice: sendsMail ? nil : notice)
        let remove = StudioForm.button(
            "Remove", "DELETE", path, then: "/studio/people", question: "Remove this account? The person is signed out at once.",
            style: "danger")
        let reset: HTML? =
            person.hasTwoSteps && !isSelf
            ? StudioForm.button(
                "Reset two-step sign-in", "DELETE", APIRoute.path("resetSecondFactor", person.id), then: "reload",
                question: "Remove the second step? The person is signed out and then signs in with the password only. Make sure that the "
                    + "request really comes from this person.",
                style: "danger") : nil
        let disconnect: HTML? =
            person.providers == nil || isSelf
            ? nil
            : StudioForm.button(
                "Disconnect from providers", "DELETE", APIRoute.path("disconnectProviders", person.id), then: "reload",
                question: "Disconnect the provider’s account? The person is signed out. A new invitation connects an account again.",
                style: "danger")
        let table = StudioList(sessions).table("Sessions", ["Browser", "Since", "Until", ""]) { session in
            [
                "\(PageFragments.userText(session.browser ?? "", or: "Unknown"))\(session.isCurrent ? " (this one)" : "")",
                PageFragments.dateTime(session.startedAt), PageFragments.dateTime(session.expiresAt),
                mayWrite
                    ? StudioForm.button(
                        "Sign out", "DELETE", APIRoute.path("endSession", person.id, session.id), described: session.browser ?? session.id)
                    : "",
            ]
        }
        let list: HTML = sessions.isEmpty ? "<p>Not signed in anywhere.</p>" : table
        return StudioPage(
            person.name, in: .people, actions: mayWrite ? "\(renew)\(reset)\(disconnect)\(isSelf ? "" : remove)" : "",
            body: "\(facts)\(form)<h2>Signed in</h2>\(list)")
    }
}

/// The audit log.
public enum StudioAudit {
    public static func page(_ list: StudioList<AuditEntry>) -> StudioPage {
        guard !list.isEmpty else {
            return StudioPage("Audit log", in: .audit, body: PageFragments.empty("Nothing was changed yet."))
        }
        let table = list.table("Audit log", ["When", "Who", "What", "Where", "Fields"]) { entry in
            [
                PageFragments.dateTime(entry.at), who(entry),
                what(entry), "<code>\(entry.path)</code>",
                "\((entry.fields ?? []).joined(separator: ", "))",
            ]
        }
        return StudioPage("Audit log", in: .audit, body: table)
    }

    private static func what(_ entry: AuditEntry) -> HTML {
        guard let attempts = entry.attempts else { return "<code>\(entry.operation)</code>" }
        return "<code>\(entry.operation)</code> × \(attempts)"
    }

    private static func who(_ entry: AuditEntry) -> HTML {
        entry.actorID == "others" && entry.attempts != nil
            ? "Other accounts" : "\(PageFragments.userText(entry.actorName, or: entry.actorID)) (\(entry.actorKind.rawValue))"
    }
}
