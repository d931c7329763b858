// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxPlayer

/// The video of a player with its captions, without controls.
@MainActor package final class BarePlayerView: Overlay {
    private let captions = CaptionOverlay()

    package init(_ model: PlayerModel, pictures: PictureMailbox) {
        let video = VideoView(pictures)
        super.init(video.expand(.horizontal, .vertical))
        add(captions)
        captions.picture = { [unowned video] in video.pictureRectangle }
        video.onPlacement = { [weak captions] in captions?.pictureMoved() }
        video.bind(\.viewport) { model.viewport }
        captions.bind(\.cues) { model.playingBreak == nil ? model.cues : .none }
        captions.bind(\.style) { model.captionStyle }
    }
}
