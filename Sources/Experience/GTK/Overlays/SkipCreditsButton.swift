// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// Offers to skip the current credits.
@MainActor public final class SkipCreditsButton: Box {
    /// - Parameter player: whose credits are skipped.
    public init(_ player: any PlayerControlling) {
        super.init(.horizontal)
        align(horizontal: .end, vertical: .end)
        func credits() -> SeekMark? {
            // Avoids observing the position if there are no credits.
            let marks = player.marks.filter { $0.kind == .openingCredits || $0.kind == .closingCredits }
            return marks.isEmpty ? nil : SeekMark.credits(at: player.position, in: marks)
        }
        let button = Button(translated("Skip Intro")) { if let credits = credits() { player.seek(to: credits.timeRange.end) } }
            .cssClass("contextual")
            .bind(\.title) { credits()?.kind == .closingCredits ? translated("Skip Credits") : translated("Skip Intro") }
        append(button)
        bind(\.isVisible) { credits() != nil && player.errorMessage == nil && player.playingBreak == nil }
    }
}
