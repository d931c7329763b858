// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows that something else is playing instead of the item, the remaining time, and when it can be skipped.
@MainActor public final class BreakPanel: Box {
    private let returning: Label
    private let player: any PlayerControlling

    /// - Parameter player: whose breaks are shown.
    public init(_ player: any PlayerControlling) {
        self.player = player
        returning = Self.badge {
            player.playingBreak?.returnsTo.map { translated("Then {time}", ["time": TimeText.clock(Double($0))]) } ?? ""
        }
        super.init(.horizontal, spacing: 8)
        cssClass("break-panel").align(horizontal: .start, vertical: .end)
        append(Self.badge { player.playingBreak?.text ?? translated("Ad") })
        // Shows the user that the pending seek isn't forgotten.
        append(returning)
        append(
            Self.badge { (player.playingBreak?.skippableIn).map { translated("Skip in {seconds} s", ["seconds": "\($0)"]) } ?? "" }
                .bind(\.isVisible) { (player.playingBreak?.skippableIn ?? 0) > 0 })
        bind(\.isVisible) { player.playingBreak != nil && player.errorMessage == nil }
        bind(to: { player.playingBreak?.returnsTo != nil }) { panel, _ in panel.layoutBadges() }
    }

    /// Hides what doesn't fit in a small view.
    var sizeClass = ControlsSizeClass.full {
        didSet { if sizeClass != oldValue { layoutBadges() } }
    }

    private func layoutBadges() { returning.isVisible = sizeClass == .full && player.playingBreak?.returnsTo != nil }

    private static func badge(_ text: @escaping @MainActor () -> String) -> Label {
        Label().cssClass("break").align(vertical: .center).bind(\.text, to: text)
    }
}

/// Buttons for the current break: learn more, or skip. Placed at the trailing edge, like the button that skips credits.
@MainActor public final class BreakActions: Box {
    private let more: Button
    private let player: any PlayerControlling

    /// - Parameter player: whose breaks are shown, and whose pages the buttons open.
    public init(_ player: any PlayerControlling) {
        self.player = player
        more = Button(translated("Learn More")) { player.openBreakPage() }
        super.init(.horizontal, spacing: 8)
        cssClass("break-panel").align(horizontal: .end, vertical: .end)
        append(more.cssClass("contextual"))
        append(
            Button(translated("Skip Ad")) { player.skipBreak() }.cssClass("contextual").bind(\.isVisible) {
                player.playingBreak?.skippableIn == 0
            })
        bind(\.isVisible) { player.playingBreak != nil && player.errorMessage == nil }
        bind(to: { player.playingBreak?.hasPage == true }) { actions, _ in actions.layoutButtons() }
    }

    /// A tiny view has space for only one of them.
    var sizeClass = ControlsSizeClass.full {
        didSet { if sizeClass != oldValue { layoutButtons() } }
    }

    private func layoutButtons() { more.isVisible = sizeClass != .tiny && player.playingBreak?.hasPage == true }
}
