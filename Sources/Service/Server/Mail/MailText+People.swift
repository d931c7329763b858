// SPDX-License-Identifier: Apache-2.0

import Foundation

extension MailText {
    static func invitation(_ person: PersonRecord, business: String, link: String, until: Date) -> MailText {
        MailText(
            subject: "Your account for \(business)",
            body: """
                Hello \(person.name),

                you can now work in Studio for \(business). Set a password with this link:

                \(link)

                It works once, until \(moment(until)). Whoever has it can use your account, so don't pass it on.

                If you did not expect this message, you can ignore it.
                """)
    }

    /// For somebody who has an account with another business. Who invited learns nothing of it.
    static func alreadyElsewhere(_ person: PersonRecord, business: String) -> MailText {
        MailText(
            subject: "An invitation to \(business)",
            body: """
                Hello \(person.name),

                you were invited to work in Studio for \(business). But this address already has an account with another business of this
                service, and an address can have only one. To accept, ask them to invite you under another address.

                They were not told about your account. If you did not expect this message, you can ignore it.
                """)
    }

    static func passwordReset(_ person: PersonRecord, business: String, link: String, minutes: Int) -> MailText {
        MailText(
            subject: "A new password for \(business)",
            body: """
                Hello \(person.name),

                somebody, probably you, asked for a new password for your account for \(business). Set it with this link:

                \(link)

                It works once, for \(minutes) minutes. Your present password works until you use it.

                If you did not ask for it, ignore this message: nothing changes.
                """)
    }

    private static func moment(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false)
        return "\(date.formatted(style)) UTC"
    }
}
