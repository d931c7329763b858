// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// The chat of a live stream, with its input field.
@MainActor final class ChatPanel: Box {
    private let texts: FeedLanguage
    private let session: LiveSession
    private let onNote: @MainActor (String) -> Void
    private let list = Box(.vertical, spacing: 6)
    private let scrolled: Scrolled
    private let news: Button
    private let error = Label().lines(2).aligned(.start).cssClass("error")
    private let entry: Entry
    private let send: Button
    private let toHost: CheckBox
    private let writing = Box(.vertical, spacing: 4)
    private let closed = Label().lines(2).aligned(.start).cssClass("quote")
    private let name: Entry
    private let naming = Box(.horizontal, spacing: 6)
    private let rename: Button
    private var rows: [(id: String, row: ChatRow)] = []
    private var followsEnd = true
    private var unread = 0
    private var isSending = false

    /// Maximum number of message rows.
    private static let maxRows = 150
    /// Minimum height of the list in logical pixels.
    private static let minHeight = 48

    /// - Parameters:
    ///   - style: of the messages.
    ///   - height: maximum height of the list in logical pixels.
    ///   - onNote: shows a short message.
    init(
        _ session: LiveSession, _ texts: FeedLanguage, style: ChatStyle = ChatStyle(), height: Int = 180,
        onNote: @escaping @MainActor (String) -> Void
    ) {
        (self.session, self.texts, self.onNote) = (session, texts, onNote)
        scrolled = Scrolled(list, upTo: height).minimumSize(height: min(height, Self.minHeight))
        let (toEnd, submit, toggle, keep) = (Deferred(), Deferred(), Deferred(), Deferred())
        news = Button(texts.text(.newMessages, count: 1)) { toEnd.run() }
        entry = Entry(name: texts.text(.writeMessage), placeholder: texts.text(.writeMessage)).limited(to: 1000).keepingKeys()
        send = Button(name: texts.text(.send), content: LineIcon(.send)) { submit.run() }
        toHost = CheckBox(texts.text(.toHostOnly))
        name = Entry(name: texts.text(.yourName), placeholder: texts.text(.yourName)).limited(to: 60).keepingKeys().purpose(.name)
        rename = Button(icon: "avatar-default-symbolic", name: texts.text(.changeName)) { toggle.run() }
        send.tooltip = texts.text(.send)
        super.init(.vertical, spacing: 6)
        accessibleRole(.region).accessibleName(texts.text(.chat)).cssClass("live-chat")
        list.accessibleRole(.log).accessibleName(texts.text(.chat))
        list.cssClass(FeedCSS.styleClass(style.css))
        append(scrolled)
        append(news.cssClass("shop-pill").align(horizontal: .center))
        append(error.accessibleRole(.alert))
        build(save: Button(texts.text(.save)) { keep.run() })
        toEnd.run = { [weak self] in self?.goToEnd() }
        submit.run = { [weak self] in self?.write() }
        toggle.run = { [weak self] in self?.toggleNaming() }
        keep.run = { [weak self] in self?.saveName() }
        (news.isVisible, error.isVisible, naming.isVisible) = (false, false, false)
        closed.text = texts.text(.chatClosed)
        // Keeps the wheel from reaching the feed at the ends of the list.
        onWheel { _, _ in true }
        entry.onReturn { [weak self] in self?.write() }
        name.onReturn { [weak self] in self?.saveName() }
        scrolled.onExtent { [weak self] in if self?.followsEnd == true { self?.scrolled.scrollToEnd() } }
        scrolled.onScrolled { [weak self] in self?.scrolledByHand() }
        bind(to: { [session] in session.state.chat }, apply: { panel, chat in panel.show(chat) })
        bind(to: { [session] in WritingState(session) }, apply: { panel, state in panel.show(state) })
    }

    private func build(save: Button) {
        naming.append(name.expand(.horizontal))
        naming.append(save.cssClass("shop-pill"))
        append(naming)
        writing.append(
            Box(.horizontal, spacing: 6) {
                rename.cssClass("round")
                entry.expand(.horizontal)
                send.cssClass("round")
            })
        writing.append(toHost)
        append(writing)
        append(closed)
    }

    /// What the viewer can currently write.
    private struct WritingState: Equatable {
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

    private func show(_ state: WritingState) {
        writing.isVisible = state.canWrite
        closed.isVisible = !state.canWrite
        rename.isVisible = state.canRename
        if !state.canRename { naming.isVisible = false }
        if state.onlyToHost { toHost.isOn = true }
        toHost.isEnabled = !state.onlyToHost
        if let username = state.username { name.text = DisplayText.clean(username, limit: 60) }
    }

    // MARK: Messages

    private func show(_ chat: LiveChat) {
        let shown = chat.shown.suffix(Self.maxRows).map { ($0.id, ChatLineText($0, in: chat, texts)) }
        let ids = Set(shown.map(\.0))
        for (id, row) in rows where !ids.contains(id) { list.remove(row) }
        var kept = Dictionary(rows.filter { ids.contains($0.id) }.map { ($0.id, $0.row) }) { first, _ in first }
        let hadRows = !rows.isEmpty
        rows = shown.enumerated().map { index, line in
            if let row = kept[line.0], row.line == line.1 { return (line.0, row) }
            if let old = kept.removeValue(forKey: line.0) { list.remove(old) } else if hadRows, !followsEnd { unread += 1 }
            let row = ChatRow(line.1, texts) { [weak self] in self?.copy($0) }
            list.insert(row, at: index)
            if isRightToLeft { row.setDirection(rightToLeft: true) }
            return (line.0, row)
        }
        // Hide the empty list before the first message.
        scrolled.isVisible = !rows.isEmpty
        showNews()
    }

    private func copy(_ code: String) {
        copyToClipboard(code)
        onNote(texts.text(.codeCopied))
    }

    private func scrolledByHand() {
        followsEnd = scrolled.isAtEnd
        if followsEnd { unread = 0 }
        showNews()
    }

    private func goToEnd() {
        (followsEnd, unread) = (true, 0)
        scrolled.scrollToEnd()
        showNews()
    }

    private func showNews() {
        news.isVisible = unread > 0
        news.title = texts.text(.newMessages, count: unread)
    }

    // MARK: Writing

    private func write() {
        let text = entry.text.trimmed
        guard !text.isEmpty, !isSending else { return }
        isSending = true
        send.isEnabled = false
        tell(nil)
        Task { [weak self, session, isPrivate = toHost.isOn] in
            do throws(ServiceError) {
                try await session.write(text, isPrivate: isPrivate)
                self?.sent(text)
            } catch { self?.tell(error) }
            self?.isSending = false
            self?.send.isEnabled = true
        }
    }

    /// Keeps text that was entered while sending.
    private func sent(_ text: String) {
        if entry.text.trimmed == text { entry.text = "" }
        goToEnd()
    }

    private func toggleNaming() {
        naming.isVisible.toggle()
        tell(nil)
        if naming.isVisible { name.grabFocus() }
    }

    private func saveName() {
        let wanted = name.text.trimmed
        guard !wanted.isEmpty else { return }
        tell(nil)
        Task { [weak self, session] in
            do throws(ServiceError) {
                try await session.setUsername(wanted)
                self?.naming.isVisible = false
            } catch { self?.tell(error) }
        }
    }

    private func tell(_ failure: ServiceError?) {
        error.text = failure.map { texts.text(ofChatFailure: $0) } ?? ""
        error.isVisible = failure != nil
    }
}

extension ChatStyle {
    /// CSS of the messages; without a configured shadow, the standard shadow of overlay texts applies.
    var css: String {
        var css = "color: \(textColor.css);"
        if shadow.opacity > 0 {
            var color = shadow.color
            color.alpha = min(max(shadow.opacity, 0), 1)
            let (x, y) = (FeedCSS.thousandths(shadow.offset.x), FeedCSS.thousandths(shadow.offset.y))
            css += " text-shadow: \(x)px \(y)px 1px \(color.css);"
        } else {
            css += " \(FeedCSS.textShadow)"
        }
        return css
    }
}

extension String {
    /// Without leading and trailing white space.
    var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
