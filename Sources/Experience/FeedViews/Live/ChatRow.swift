// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// A chat line.
@MainActor final class ChatRow: Box {
    let line: ChatLineText

    /// - Parameter onCopy: called with a coupon code to copy.
    init(_ line: ChatLineText, _ texts: FeedLanguage, onCopy: @escaping @MainActor (String) -> Void) {
        self.line = line
        super.init(.vertical, spacing: 1)
        accessibleRole(.listItem).accessibleName(line.spoken)
        let name = Label(line.name).shortened(columns: 24).cssClass("name")
        name.setCSSClass("host", line.isHost)
        if let quote = line.quote { append(Label(quote).lines(1).aligned(.start).cssClass("quote")) }
        append(
            Box(.horizontal, spacing: 6) {
                name
                if line.isPrivate { Label(texts.text(.toHostOnly)).cssClass("quote") }
            }.align(horizontal: .start))
        let text = Label(line.text).lines(12).aligned(.start).cssClass("text")
        text.setCSSClass("removed", line.isRemoved)
        append(text)
        if let coupon = line.coupon {
            let code = DisplayText.clean(coupon, limit: 64)
            let button = Button(name: texts.text(.copyCode, ["code": code]), content: Label(texts.text(.coupon, ["code": code]))) {
                onCopy(coupon)
            }
            append(button.cssClass("shop-pill").align(horizontal: .start))
        }
    }
}
