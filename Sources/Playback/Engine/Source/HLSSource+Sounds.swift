// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Audio tracks inside the segments.
extension HLSSource {
    func select(_ selection: Selection) {
        if case .audio(let index) = selection, presentation?.audio.isEmpty ?? true { hear(index) }
        tell(.select(selection))
    }

    /// - Parameter index: of an audio track inside the segments; nil is the first one.
    func hear(_ index: Int?) {
        wantedSound = index
        guard let pump = pumps[.main] else { return }
        pump.hear(index ?? 0)
        tellPresentation()
    }

    /// Tells of the audio tracks inside the segments where the playlist names none.
    func tellPresentation() {
        guard var told = presentation else { return }
        if told.audio.isEmpty, let sounds = pumps[.main]?.sounds, let renditions = sounds.renditions {
            (told.audio, told.chosenAudio) = (renditions, sounds.chosen)
        }
        facts(.presentation(told))
    }
}
