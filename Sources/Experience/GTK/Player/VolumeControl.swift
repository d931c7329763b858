// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A mute button and a volume slider up to 200 %, with a mark at the original volume.
@MainActor public final class VolumeControl: Box {
    private let slider: Scale
    /// Maximum of the slider and of the volume keys.
    static let loudest = 2.0

    /// - Parameter player: whose volume is shown and set.
    public init(_ player: any PlayerControlling) {
        slider = Scale(0...Self.loudest, step: 0.05, name: translated("Volume")) {
            player.volume = $0
            player.isMuted = false
        }
        // The slider snaps to the mark, so that 100 % is easy to hit.
        slider.addMark(at: 1)
        super.init(.horizontal, spacing: 2)
        append(
            Button(icon: "audio-volume-high-symbolic", name: translated("Mute")) { player.isMuted.toggle() }
                .bind(\.icon) { VolumeIcon.name(volume: player.volume, isMuted: player.isMuted) }
                .bind(\.name) { player.isMuted ? translated("Unmute") : translated("Mute") })
        append(slider.cssClass("volume").align(vertical: .center).bind(\.value) { player.isMuted ? 0 : player.volume })
    }

    /// If false, only the button is shown.
    public var showsSlider: Bool {
        get { slider.isVisible }
        set { slider.isVisible = newValue }
    }
}
