// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxTransport

/// Asks for a user name and a password.
@MainActor final class SignInDialog {
    let dialog: MessageDialog
    let user: EntryRow
    let password: EntryRow
    let remembers: CheckBox
    private let answer: Answer

    /// The one answer of the dialog.
    @MainActor private final class Answer {
        private var waiter: CheckedContinuation<SignInAnswer?, Never>?
        private var value: SignInAnswer??

        func give(_ answer: SignInAnswer?) {
            guard value == nil else { return }
            value = .some(answer)
            waiter?.resume(returning: answer)
            waiter = nil
        }

        func wait() async -> SignInAnswer? {
            if let value { return value }
            return await withCheckedContinuation { waiter = $0 }
        }
    }

    init(_ question: SignInQuestion, above window: Window?) {
        let (answer, remembers) = (Answer(), CheckBox(translated("Remember until this window is closed")))
        let (user, password) = (
            EntryRow(translated("User Name"), text: question.user), EntryRow(translated("Password"), isPassword: true)
        )
        let content = Box(.vertical, spacing: 12) {
            PreferencesGroup("") {
                user
                password
            }
            remembers
        }
        if let warning = question.warning { content.insert(Label(warning).wrapped(columns: 44).cssClass("warning"), at: 0) }
        let dialog = MessageDialog(
            above: window, heading: translated("Sign In"), body: question.body, answer: translated("Sign In"), content: content,
            onAnswer: {
                let credentials = HTTPCredentials(user: user.text, password: password.text)
                answer.give(SignInAnswer(credentials: credentials, isRemembered: remembers.isOn))
            }, onDismiss: { answer.give(nil) })
        dialog.canAnswer = !question.user.isEmpty
        user.onReturn { [weak password] in password?.grabFocus() }
        user.onChange { [weak dialog] in dialog?.canAnswer = !$0.isEmpty }
        (self.dialog, self.answer, self.user, self.password, self.remembers) = (dialog, answer, user, password, remembers)
    }

    /// Shows the dialog until it is answered or dismissed, or the task is cancelled.
    func ask() async -> SignInAnswer? {
        dialog.present()
        (user.text.isEmpty ? user : password).grabFocus()
        return await withTaskCancellationHandler {
            await answer.wait()
        } onCancel: {
            Task { @MainActor [dialog] in dialog.close() }
        }
    }
}
