// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// What a viewer can do in a chat: write a message, and change the name.
@MainActor final class ChatForm: Box {
    private let texts: FeedLanguage
    private let session: LiveSession
    private let onSent: @MainActor () -> Void
    private let error = Label().lines(2).aligned(.start).cssClass("error")
    private let name: ChatNameForm
    private let rename: Button
    private let entry: Entry
    private let send: Button
    private let toHost: CheckBox
    private let writing = Box(.vertical, spacing: 4)
    private let closed = Label().lines(2).aligned(.start).cssClass("quote")
    private var isSending = false

    /// - Parameter onSent: called when a message was sent.
    init(_ session: LiveSession, _ texts: FeedLanguage, onSent: @escaping @MainActor () -> Void) {
        (self.session, self.texts, self.onSent) = (session, texts, onSent)
        let (submit, toggle) = (Deferred(), Deferred())
        entry = Entry(name: texts.text(.writeMessage), placeholder: texts.text(.writeMessage)).limited(to: 1000).keepingKeys()
        send = Button(name: texts.text(.send), content: LineIcon(.send)) { submit.run() }
        toHost = CheckBox(texts.text(.toHostOnly))
        name = ChatNameForm(session, texts)
        rename = Button(icon: "avatar-default-symbolic", name: texts.text(.changeName)) { toggle.run() }
        send.tooltip = texts.text(.send)
        super.init(.vertical, spacing: 6)
        append(error.accessibleRole(.alert))
        append(name)
        writing.append(
            Box(.horizontal, spacing: 6) {
                rename.cssClass("round")
                entry.expand(.horizontal)
                send.cssClass("round")
            })
        writing.append(toHost)
        append(writing)
        append(closed)
        submit.run = { [weak self] in self?.write() }
        toggle.run = { [weak self] in self?.name.toggle() }
        (error.isVisible, name.isVisible) = (false, false)
        closed.text = texts.text(.chatClosed)
        entry.onReturn { [weak self] in self?.write() }
        name.report = { [weak self] in self?.report($0) }
        bind(to: { [session] in State(session) }, apply: { form, state in form.show(state) })
    }

    /// What the viewer can currently write.
    private struct State: Equatable {
        var canWrite: Bool
        var onlyToHost: Bool
        var canRename: Bool
        var username: String?

        @MainActor init(_ session: LiveSession) {
            let isOpen = session.isChatOpen()
            canWrite = isOpen || session.isChatOpen(isPrivate: true)
            onlyToHost = canWrite && !isOpen
            canRename = canWrite && session.stream?.chatSettings.usernameEditable == true
            username = session.username
        }
    }

    private func show(_ state: State) {
        writing.isVisible = state.canWrite
        closed.isVisible = !state.canWrite
        rename.isVisible = state.canRename
        if !state.canRename { name.isVisible = false }
        if state.onlyToHost { toHost.isOn = true }
        toHost.isEnabled = !state.onlyToHost
        if let username = state.username { name.text = DisplayText.clean(username, limit: 60) }
    }

    private func write() {
        let text = entry.text.trimmed
        guard !text.isEmpty, !isSending else { return }
        isSending = true
        send.isEnabled = false
        report(nil)
        Task { [weak self, session, isPrivate = toHost.isOn] in
            do throws(ServiceError) {
                try await session.write(text, isPrivate: isPrivate)
                self?.sent(text)
            } catch { self?.report(error) }
            self?.isSending = false
            self?.send.isEnabled = true
        }
    }

    /// Keeps text that was entered while sending.
    private func sent(_ text: String) {
        if entry.text.trimmed == text { entry.text = "" }
        onSent()
    }

    /// - Parameter failure: nil removes an earlier one.
    private func report(_ failure: ServiceError?) {
        error.text = failure.map { texts.text(ofChatFailure: $0) } ?? ""
        error.isVisible = failure != nil
    }
}

/// Where viewers change the name that others see in the chat.
@MainActor final class ChatNameForm: Box {
    private let session: LiveSession
    private let entry: Entry
    /// Called with the error if the name can't be changed, and with nil when a new attempt begins.
    var report: @MainActor (ServiceError?) -> Void = { _ in }

    init(_ session: LiveSession, _ texts: FeedLanguage) {
        self.session = session
        let keep = Deferred()
        entry = Entry(name: texts.text(.yourName), placeholder: texts.text(.yourName)).limited(to: 60).keepingKeys().purpose(.name)
        super.init(.horizontal, spacing: 6)
        append(entry.expand(.horizontal))
        append(Button(texts.text(.save)) { keep.run() }.cssClass("shop-pill"))
        keep.run = { [weak self] in self?.save() }
        entry.onReturn { [weak self] in self?.save() }
    }

    var text: String {
        get { entry.text }
        set { entry.text = newValue }
    }

    func toggle() {
        isVisible.toggle()
        report(nil)
        if isVisible { entry.grabFocus() }
    }

    private func save() {
        let name = text.trimmed
        guard !name.isEmpty else { return }
        report(nil)
        Task { [weak self, session] in
            do throws(ServiceError) {
                try await session.setUsername(name)
                self?.isVisible = false
            } catch { self?.report(error) }
        }
    }
}
