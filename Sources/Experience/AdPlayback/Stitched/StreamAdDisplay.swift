// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxAds
import WindowboxPlayer

/// What views show of a stitched stream's ads.
@MainActor @Observable final class StreamAdDisplay {
    var showing: AdPresentation?
    var isSeekable = true
    var isLinear = false
    var shutter: (isOn: Bool, fade: Double) = (false, 0)
    var cuepoints: [StreamCuepoint] = []

    func reset() { (showing, isSeekable, isLinear, shutter, cuepoints) = (nil, true, false, (false, 0), []) }
}
