// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptions

/// Shows a sample subtitle as the viewer wants subtitles to look.
@MainActor public final class CaptionPreview: Overlay {
    let captions = CaptionOverlay()

    public init() {
        PlayerView.installStyle()
        super.init(Box(.vertical).cssClass("caption-preview").minimumSize(height: 150).expand(.horizontal))
        // In a video of this height, text of the usual size could not be read.
        captions.style = CaptionStyle(lineHeight: 0.15)
        captions.cues = ActiveCues(saying: translated("Subtitles look like this"))
        add(captions)
    }

    /// Size, colours and position.
    public var preference: CaptionPreference {
        get { captions.style.preference }
        set { captions.style.preference = newValue }
    }
}
