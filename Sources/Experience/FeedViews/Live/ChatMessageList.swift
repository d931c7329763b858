// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// The messages of a chat. It follows the newest one unless the viewer has scrolled away from it.
@MainActor final class ChatMessageList: Box {
    private let texts: FeedLanguage
    private let onNote: @MainActor (String) -> Void
    private let list = Box(.vertical, spacing: 6)
    private let scrolled: Scrolled
    private let news: Button
    private var rows: [(id: String, row: ChatRow)] = []
    private var followsEnd = true
    private var unread = 0

    /// Maximum number of message rows.
    private static let maxRows = 150
    /// Minimum height of the list in logical pixels.
    private static let minHeight = 48

    /// - Parameters:
    ///   - height: maximum height in logical pixels.
    ///   - onNote: shows a short message.
    init(_ texts: FeedLanguage, style: ChatStyle, height: Int, onNote: @escaping @MainActor (String) -> Void) {
        (self.texts, self.onNote) = (texts, onNote)
        scrolled = Scrolled(list, upTo: height).minimumSize(height: min(height, Self.minHeight))
        let toEnd = Deferred()
        news = Button(texts.text(.newMessages, count: 1)) { toEnd.run() }
        super.init(.vertical, spacing: 6)
        list.accessibleRole(.log).accessibleName(texts.text(.chat))
        list.cssClass(FeedCSS.styleClass(style.css))
        append(scrolled)
        append(news.cssClass("shop-pill").align(horizontal: .center))
        news.isVisible = false
        toEnd.run = { [weak self] in self?.scrollToEnd() }
        scrolled.onExtent { [weak self] in if self?.followsEnd == true { self?.scrolled.scrollToEnd() } }
        scrolled.onScrolled { [weak self] in self?.scrolledByHand() }
    }

    func show(_ chat: LiveChat) {
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
        isVisible = !rows.isEmpty
        showNews()
    }

    func scrollToEnd() {
        (followsEnd, unread) = (true, 0)
        scrolled.scrollToEnd()
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

    private func showNews() {
        news.isVisible = unread > 0
        news.title = texts.text(.newMessages, count: unread)
    }
}
