// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// The arrows to the previous and next item: at the sides, or stacked if items scroll vertically.
@MainActor enum PlayerArrows {
    static func make(_ page: PageContext) -> [Widget] {
        let isVertical = page.playback.configuration.scrollDirection == .vertical
        let previous = arrow(page, isVertical ? "go-up-symbolic" : "go-previous-symbolic", .previous, .previous, offset: -1)
        let next = arrow(page, isVertical ? "go-down-symbolic" : "go-next-symbolic", .next, .next, offset: 1)
        if isVertical {
            let column = Box(.vertical, spacing: 8) {
                previous
                next
            }
            return [column.align(horizontal: .end, vertical: .center).margins(end: 12)]
        }
        return [
            previous.align(horizontal: .start, vertical: .center).margins(start: 12),
            next.align(horizontal: .end, vertical: .center).margins(end: 12),
        ]
    }

    /// Logical pixels taken at each side.
    static let reservedWidth = 56
    /// Heights in logical pixels: side by side, and stacked.
    private static let (height, heightOfBoth) = (40, 88)

    /// The sides at which an arrow would overlap the content at the top of a page.
    static func sidesInTop(of page: FeedPlayerPage) -> Sides {
        let (state, playback) = (page.state, page.playback)
        guard playback.configuration.isArrowButtonVisible, let index = state.shown?.index else { return Sides() }
        let isVertical = playback.configuration.scrollDirection == .vertical
        let highest = (state.size.height - page.middleLift - (isVertical ? heightOfBoth : height)) / 2
        guard state.top > highest else { return Sides() }
        return Sides(start: !isVertical && index > 0, end: true)
    }

    struct Sides: Equatable {
        var start = false
        var end = false
    }

    private static func arrow(_ page: PageContext, _ icon: String, _ phrase: Phrase, _ command: PageCommand, offset: Int) -> Widget {
        let arrow = PageButton(page, nil, icon, phrase) { page.perform(command) }
        let playback = page.playback
        arrow.cssClass("arrow")
        arrow.bind(\.isEnabled) {
            guard let index = playback.index else { return false }
            let rule = NextItem(playback.configuration)
            return rule.onSwipe(by: offset, from: index, count: playback.feed.items.count, hasMore: playback.feed.hasMore) != .stay
        }
        arrow.isVisible = playback.configuration.isArrowButtonVisible
        return arrow
    }
}
