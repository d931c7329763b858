// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Says that something else plays in place of the item, for how long still, where it leads, and skips it where that is allowed.
@MainActor public final class BreakPanel: Box {
    public init(_ player: any PlayerControlling) {
        super.init(.horizontal, spacing: 8)
        cssClass("break-panel").align(horizontal: .start, vertical: .end)
        append(badge { player.playingBreak?.text ?? "Ad" })
        // Somebody who wanted to be elsewhere sees that it was not forgotten.
        append(
            badge { player.playingBreak?.returnsTo.map { "Then " + TimeText.clock(Double($0)) } ?? "" }
                .bind(\.isVisible) { player.playingBreak?.returnsTo != nil })
        append(
            Button("Learn More") { player.openBreakPage() }.cssClass("contextual")
                .bind(\.isVisible) { player.playingBreak?.hasPage ?? false })
        append(
            badge { (player.playingBreak?.skippableIn).map { "Skip in \($0) s" } ?? "" }
                .bind(\.isVisible) { (player.playingBreak?.skippableIn ?? 0) > 0 })
        append(
            Button("Skip Ad") { player.skipBreak() }.cssClass("contextual")
                .bind(\.isVisible) { player.playingBreak?.skippableIn == 0 })
        bind(\.isVisible) { player.playingBreak != nil && player.errorMessage == nil }
    }

    private func badge(_ text: @escaping @MainActor () -> String) -> Label {
        Label().cssClass("break").align(vertical: .center).bind(\.text, to: text)
    }
}
