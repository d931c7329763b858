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

    /// For somebody who has an account with another business. The inviting person is not informed of that.
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

    /// What has changed about how one signs in to an account.
    enum AccountChange: String, Sendable, CaseIterable {
        case turnedOn, turnedOff, resetByOwner, newRecoveryCodes, usedRecoveryCode, wrongCodes

        var subject: String {
            switch self {
            case .turnedOn: "Two-step sign-in is on"
            case .turnedOff: "Two-step sign-in is off"
            case .resetByOwner: "Your two-step sign-in was reset"
            case .newRecoveryCodes: "New recovery codes"
            case .usedRecoveryCode: "A recovery code was used"
            case .wrongCodes: "Somebody knows your password"
            }
        }

        fileprivate var event: String {
            switch self {
            case .turnedOn: "two-step sign-in was turned on"
            case .turnedOff: "two-step sign-in was turned off"
            case .resetByOwner: "an owner of your business, or a program with the right to manage people, removed the second step"
            case .newRecoveryCodes: "new recovery codes were made; the earlier ones no longer work"
            case .usedRecoveryCode: "somebody used one of your recovery codes; it does not work again"
            case .wrongCodes: "somebody entered your password and then several wrong codes, and was kept out"
            }
        }

        fileprivate var advice: String {
            switch self {
            case .wrongCodes: "If that was not you, change your password in Studio under Your account."
            case .usedRecoveryCode:
                "If that was not you, change your password, make new recovery codes, and tell an owner of your business."
            default: "If that was not you, change your password and tell an owner of your business."
            }
        }
    }

    static func changed(_ person: PersonRecord, _ change: AccountChange, business: String, at now: Date) -> MailText {
        MailText(
            subject: "\(change.subject) (\(business))",
            body: """
                Hello \(person.name),

                for your account in Studio for \(business), \(change.event), at \(moment(now)).

                \(change.advice)
                """)
    }

    private static func moment(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false)
        return "\(date.formatted(style)) UTC"
    }
}
