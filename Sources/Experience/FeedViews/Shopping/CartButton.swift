// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// The cart icon, with a dot if the cart isn't empty.
@MainActor final class CartButton: Overlay {
    private let button: Button
    private let dot = Box(.horizontal).cssClass("shop-dot")
    private let texts: FeedLanguage

    init(_ texts: FeedLanguage, onTap: @escaping @MainActor () -> Void) {
        self.texts = texts
        button = Button(name: texts.text(.cart), content: LineIcon(.bag), action: onTap).cssClass("round")
        button.tooltip = texts.text(.cart)
        super.init(button)
        dot.takesPointer = false
        add(dot.align(horizontal: .end, vertical: .start))
        show(CartIcon())
    }

    func show(_ icon: CartIcon) {
        dot.isVisible = icon.showsIndicator
        // The dot is decorative; the accessible name includes the number.
        let title = texts.text(.cart)
        button.name = icon.showsIndicator ? "\(title): \(texts.text(.products, count: icon.itemCount))" : title
    }
}
