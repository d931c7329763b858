// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Mutes, and sets the volume by a slider, to twice as loud as the sound is by itself: a mark shows where that begins.
@MainActor public final class VolumeControl: Box {
    private let slider: Scale
    /// Of the slider and of keys.
    static let loudest = 2.0

    public init(_ player: any PlayerControlling) {
        slider = Scale(0...Self.loudest, step: 0.05, name: "Volume") {
            player.volume = $0
            player.isMuted = false
        }
        // The slider stops at it for a moment, so that 100 % is not missed.
        slider.addMark(at: 1)
        super.init(.horizontal, spacing: 2)
        append(
            Button(icon: "audio-volume-high-symbolic", name: "Mute") { player.isMuted.toggle() }
                .bind(\.icon) { VolumeIcon.name(volume: player.volume, isMuted: player.isMuted) }
                .bind(\.name) { player.isMuted ? "Unmute" : "Mute" })
        append(slider.cssClass("volume").align(vertical: .center).bind(\.value) { player.isMuted ? 0 : player.volume })
    }

    /// Without it there is the button alone.
    public var showsSlider: Bool {
        get { slider.isVisible }
        set { slider.isVisible = newValue }
    }
}
