// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The products of a video on a card, collapsed behind a button with their number.
@MainActor final class CollapsibleProductList: Box {
    /// Expands and collapses the list; placed outside this widget.
    let button: Button
    private let count = Label()
    private let texts: FeedLanguage
    private let isFolded: Bool
    private var video: FeedVideo?
    private var list: ProductListView?
    /// Creates the list when it is first expanded, so that products are fetched on demand.
    var make: (@MainActor (FeedVideo) -> ProductListView?)?
    /// In logical pixels: two products are visible.
    private static let height = 176

    /// - Parameter isFolded: whether lists start collapsed and can be collapsed again.
    init(_ texts: FeedLanguage, isFolded: Bool) {
        (self.texts, self.isFolded) = (texts, isFolded)
        let (pressed, count) = (Deferred(), count)
        let labels = Box(.horizontal, spacing: 6) {
            LineIcon(.bag, size: 16)
            count
        }
        button = Button(name: texts.text(.products), content: labels) { pressed.run() }
        button.cssClass("shop-pill")
        super.init(.vertical)
        cssClass("deck-products")
        pressed.run = { [weak self] in
            guard let self else { return }
            isOpen = list == nil
        }
        (isVisible, button.isVisible) = (false, false)
    }

    /// The list of a new video starts collapsed.
    func show(_ video: FeedVideo?) {
        guard video?.id != self.video?.id || video?.products != self.video?.products else { return }
        isOpen = false
        self.video = video
        let number = video?.products.count ?? 0
        count.text = ProductList.countText(number)
        button.name = texts.text(.products, count: number)
        button.isVisible = number > 0 && isFolded
        if number > 0, !isFolded { isOpen = true }
    }

    var isOpen: Bool {
        get { list != nil }
        set {
            guard newValue != isOpen else { return }
            if let list { remove(list) }
            list = newValue ? video.flatMap { make?($0) } : nil
            if let list {
                append(list.minimumSize(height: Self.height))
                if isRightToLeft { list.setDirection(rightToLeft: true) }
            }
            isVisible = list != nil
            button.accessibleExpanded(isVisible)
        }
    }
}
