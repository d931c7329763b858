// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Handles audio tracks muxed into the segments.
extension HLSSource {
    func select(_ selection: Selection) {
        if case .audio(let index) = selection, media.hasSoundsInside { hear(index) }
        tell(.select(selection))
    }

    /// - Parameter index: of an audio track in the segments; nil is the first one.
    func hear(_ index: Int?) {
        media.wantSound(index)
        guard let pump = pumps[.main] else { return }
        pump.hear(index ?? 0)
        tellPresentation()
    }

    /// Reports the audio tracks in the segments when the playlist lists none.
    func tellPresentation() {
        if let described = media.described(with: pumps[.main]?.sounds) { facts(.presentation(described)) }
    }
}
