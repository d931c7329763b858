// SPDX-License-Identifier: Apache-2.0

extension [APIRoute] {
    /// The people who work in Studio, and the log of what was changed.
    static var people: [APIRoute] {
        let (read, write) = (APIRoute.Access.admin(scope: "people:read"), APIRoute.Access.admin(scope: "people:write"))
        let (all, one) = ("/v1/admin/people", "/v1/admin/people/{id}")
        return [
            APIRoute(.get, all, "listPeople", "Lists the people who work in Studio, oldest first.", read)
                .answering(ResourceList<Person>.self),
            APIRoute(
                .post, all, "invitePerson",
                "Creates an account. The link with which its owner sets a password is sent by e-mail, or returned once if none is configured.",
                write
            )
            .asking(.json(PersonRequest.self)).answering(Invitation.self, status: 201).failing(.emailInvalid, .conflict),
            APIRoute(.get, one, "readPerson", "Returns a person.", read).answering(Person.self),
            APIRoute(.patch, one, "updatePerson", "Changes a person's name or role. A new role applies at once.", write)
                .asking(.json(PersonChange.self)).answering(Person.self).failing(.conflict),
            APIRoute(.delete, one, "removePerson", "Deletes an account, and ends its sessions.", write).answering(status: 204)
                .failing(.conflict),
            APIRoute(
                .post, one + "/invitation", "renewInvitation",
                "Sends or returns a new link for setting a password, for example a forgotten one. Earlier links stop working.", write
            ).answering(Invitation.self, status: 201),
            APIRoute(.get, one + "/sessions", "listSessions", "Lists the browsers in which a person is signed in, newest first.", read)
                .answering(ResourceList<PersonSession>.self),
            APIRoute(.delete, one + "/sessions/{session}", "endSession", "Signs a person out of one browser, at once.", write)
                .answering(status: 204),
            APIRoute(
                .delete, one + "/second_factor", "resetSecondFactor",
                "Removes a person's second factor, for example when the phone is lost, and ends the person's sessions. The person is told by "
                    + "e-mail.", write
            ).answering(status: 204).failing(.conflict),
            APIRoute(
                .delete, one + "/providers", "disconnectProviders",
                "Disconnects a person from the accounts of providers, and ends the person's sessions. An invitation connects one again.",
                write
            ).answering(status: 204).failing(.conflict),
            APIRoute(
                .get, "/v1/admin/audit", "listAudit", "Lists what clients and people changed, and refused sign-ins, newest first.",
                .admin(scope: "audit:read")
            )
            .asking(
                APIRoute.Query("page_size", "1 to 100; default 20.", Int.self),
                APIRoute.Query("before_id", "Items after this one: the cursor in a page's `next`.")
            )
            .answering(ResourceList<AuditEntry>.self),
        ]
    }
}
