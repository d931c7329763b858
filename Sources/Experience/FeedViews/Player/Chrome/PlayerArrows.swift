// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// The arrows to the item before and to the next one, at the sides, or above each other where items follow downwards.
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
