// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// A chat line.
@MainActor final class ChatRow: Box {
    let words: ChatLineText

    /// - Parameter onCopy: called with a coupon code to copy.
    init(_ words: ChatLineText, _ texts: FeedLanguage, onCopy: @escaping @MainActor (String) -> Void) {
        self.words = words
        super.init(.vertical, spacing: 1)
        accessibleRole(.listItem).accessibleName(words.spoken)
        let name = Label(words.name).shortened(columns: 24).cssClass("name")
        name.setCSSClass("host", words.isHost)
        if let quote = words.quote { append(Label(quote).lines(1).aligned(.start).cssClass("quote")) }
        append(
            Box(.horizontal, spacing: 6) {
                name
                if words.isPrivate { Label(texts.text(.toHostOnly)).cssClass("quote") }
            }.align(horizontal: .start))
        let text = Label(words.text).lines(12).aligned(.start).cssClass("text")
        text.setCSSClass("removed", words.isRemoved)
        append(text)
        if let coupon = words.coupon {
            let code = DisplayText.clean(coupon, limit: 64)
            let button = Button(name: texts.text(.copyCode, ["code": code]), content: Label(texts.text(.coupon, ["code": code]))) {
                onCopy(coupon)
            }
            append(button.cssClass("shop-pill").align(horizontal: .start))
        }
    }
}
