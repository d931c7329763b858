// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Plays, pauses, and replays an item that has ended.
@MainActor public final class PlayButton: Box {
    /// - Parameter player: what the button controls.
    public init(_ player: any PlayerControlling) {
        super.init(.horizontal)
        append(
            Button(icon: "media-playback-start-symbolic", name: translated("Play")) { player.togglePlayPause() }
                .cssClass("play")
                .bind(\.icon) {
                    player.hasEnded
                        ? "view-refresh-symbolic" : player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
                }
                .bind(\.name) { player.hasEnded ? translated("Play Again") : player.isPlaying ? translated("Pause") : translated("Play") })
    }
}
