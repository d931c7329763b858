// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// Marks a live stream; lit at the live edge, and seeks there when pressed.
@MainActor public final class LiveButton: Box {
    /// - Parameter player: hidden unless its item is live.
    public init(_ player: any PlayerControlling) {
        super.init(.horizontal)
        let button = Button(translated("LIVE")) { if let seekable = player.seekable { player.seek(to: seekable.end) } }
            .cssClass("live").align(vertical: .center)
            .bind(to: { player.isAtLiveEdge }) {
                $0.setCSSClass("at-edge", $1)
                $0.accessibleName($1 ? translated("Live") : translated("Go to Live"))
                $0.tooltip = $1 ? nil : translated("Go to Live")
            }
        append(button)
        bind(\.isVisible) { player.isLive }
    }
}
