// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// The chat of a live stream, with its input field.
@MainActor final class ChatPanel: Box {
    /// - Parameters:
    ///   - style: of the messages.
    ///   - height: maximum height of the list in logical pixels.
    ///   - onNote: shows a short message.
    init(
        _ session: LiveSession, _ texts: FeedLanguage, style: ChatStyle = ChatStyle(), height: Int = 180,
        onNote: @escaping @MainActor (String) -> Void
    ) {
        let messages = ChatMessageList(texts, style: style, height: height, onNote: onNote)
        super.init(.vertical, spacing: 6)
        accessibleRole(.region).accessibleName(texts.text(.chat)).cssClass("live-chat")
        append(messages)
        append(ChatForm(session, texts) { [weak messages] in messages?.scrollToEnd() })
        // Keeps the wheel from reaching the feed at the ends of the list.
        onWheel { _, _ in true }
        messages.bind(to: { [session] in session.state.chat }, apply: { messages, chat in messages.show(chat) })
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
