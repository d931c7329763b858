// SPDX-License-Identifier: Apache-2.0

public import WindowboxGTK

/// Where others put widgets above a player page: each place is a box that takes no room while it is empty.
///
/// The pointer goes through the places to the page wherever they have no widget. Widgets come and go by
/// `isVisible`.
@MainActor public final class PageLayers {
    /// At the top, under the page's own bar, from the start to the end: announcements, viewers, countdowns.
    public let top = Box(.vertical, spacing: 8)
    /// A column at the end, above the page's own buttons: round buttons such as the cart's and the heart's.
    public let side = Box(.vertical, spacing: 8)
    /// At the bottom, above the title and the button that leads out: product cards, chat, polls.
    public let bottom = Box(.vertical, spacing: 8)

    init() {
        top.align(horizontal: .fill, vertical: .start)
        side.align(horizontal: .end, vertical: .end)
        bottom.align(horizontal: .fill, vertical: .end)
    }
}
