// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// Shown instead of video for audio-only items: the item's image and its copyright, artist and album.
@MainActor public final class AudioPoster: Box {
    /// Called when the image appears or disappears.
    var onShown: (@MainActor (Bool) -> Void)?

    /// - Parameter player: provides the image, title and artist of the current item.
    public init(_ player: any PlayerControlling) {
        super.init(.vertical, spacing: 8)
        cssClass("poster").align(horizontal: .center, vertical: .center)
        takesPointer = false
        let artwork = Artwork(width: 320, height: 180) { await player.imageBytes(of: $0) }
        append(artwork.align(horizontal: .center))
        let copyright = Label().cssClass("copyright").bind(\.text) { player.imageCopyright }
        append(copyright)
        append(
            Label().shortened().cssClass("credits").align(horizontal: .center).bind(\.text) { player.credits }.bind(\.isVisible) {
                !player.credits.isEmpty
            })
        artwork.bind(\.source) { player.isAudioOnly && player.errorMessage == nil ? player.artwork : .none }
        artwork.onShown = { [weak copyright, weak self] isShown in
            copyright?.isVisible = isShown && !player.imageCopyright.isEmpty
            self?.isVisible = isShown
            self?.onShown?(isShown)
        }
        isVisible = false
    }
}

/// Covers the video area for audio-only items, where the previous item's last frame would remain. Without an image, it shows a
/// symbol with artist and album.
@MainActor final class SoundGround: Box {
    let symbol = Icon("audio-x-generic-symbolic", size: 96)

    init(_ player: any PlayerControlling, below poster: AudioPoster) {
        super.init(.vertical)
        cssClass("sound-only").expand(.horizontal, .vertical)
        takesPointer = false
        let credits = Label().shortened().cssClass("credits").bind(\.text) { player.credits }.bind(\.isVisible) { !player.credits.isEmpty }
        let middle = Box(.vertical, spacing: 12) {
            symbol
            credits
        }
        append(middle.align(horizontal: .center, vertical: .center).expand(.horizontal, .vertical))
        bind(\.isVisible) { player.isAudioOnly && player.errorMessage == nil }
        // The poster shows them as well.
        poster.onShown = { [weak symbol, weak credits] isShown in
            symbol?.isSeen = !isShown
            credits?.isSeen = !isShown
        }
    }
}
