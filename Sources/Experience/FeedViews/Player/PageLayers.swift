// SPDX-License-Identifier: Apache-2.0

public import WindowboxGTK

/// Places for additional widgets over a player page. An empty one takes no space.
///
/// Pointer events pass through to the page wherever there is no widget. Show and hide widgets with `isVisible`.
@MainActor public final class PageLayers {
    /// At the top, below the page's own bar, full width: announcements, viewers, countdowns.
    public let top = Box(.vertical, spacing: 8)
    /// A column at the trailing edge, above the page's own buttons: round buttons such as the cart and the heart.
    public let side = Box(.vertical, spacing: 8)
    /// At the bottom, above the title and the call-to-action button: product cards, chat, polls.
    public let bottom = Box(.vertical, spacing: 8)

    init() {
        top.align(horizontal: .fill, vertical: .start)
        side.align(horizontal: .end, vertical: .end)
        bottom.align(horizontal: .fill, vertical: .end)
    }
}
