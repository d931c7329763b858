// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// An item's badges side by side.
@MainActor final class BadgeRow: Box {
    private var labels: [Label] = []
    private var shown: (badges: [ItemFace.Badge], look: AdBadgeConfiguration, language: FeedLanguage)?

    private let isShortened: Bool

    /// - Parameter isShortened: ellipsizes badges that don't fit.
    init(isShortened: Bool = true) {
        self.isShortened = isShortened
        super.init(.horizontal, spacing: 6)
        isVisible = false
    }

    /// - Parameter look: of ad badges.
    func show(_ badges: [ItemFace.Badge], _ look: AdBadgeConfiguration, _ language: FeedLanguage) {
        if let shown, shown.badges == badges, shown.look == look, shown.language == language { return }
        shown = (badges, look, language)
        for label in labels { remove(label) }
        labels = badges.map { badge in
            let words = Label(badge.text(language))
            let label = (isShortened ? words.shortened() : words).cssClass("feed-badge")
            switch badge {
            case .ad, .sponsored:
                label.cssClass(
                    FeedCSS.styleClass(
                        "color: \(look.textColor.css); background: \(look.backgroundColor.css); \(FeedCSS.font(look.font))"
                    ))
            case .live: label.cssClass("live")
            case .replay, .other: label.cssClass("plain")
            }
            return label
        }
        for label in labels { append(label.align(vertical: .center)) }
        isVisible = !labels.isEmpty
    }
}
