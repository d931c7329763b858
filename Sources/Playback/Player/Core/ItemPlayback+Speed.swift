// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Fast playing and playing backwards, for which engines may show single pictures.
extension ItemPlayback {
    /// Whether the current item can be played backwards; nil while that isn't known.
    var canReverse: Bool? {
        if engines.isExternal { return false }
        return facts.flatMap { $0.hasPicture ? $0.abilities.canReverse : nil }
    }

    func mayShowSinglePictures(at speed: Double) -> Bool { speed < 0 || speed > 2 && facts?.abilities.canFastForward == true }

    /// Playing backwards has come as far as it can.
    var isBackAtStart: Bool {
        let speed = output.speed.effective
        guard speed < 0, let position, let start = seekableTimeRange?.start else { return false }
        // The position was reported some time ago.
        return position <= start + max(PulseSchedule.quick * speed.magnitude, 0.5)
    }

    /// An engine that comes to the end with single pictures goes on at 1.
    func tellSpeedAnew() {
        let speed = output.speed.effective
        if mayShowSinglePictures(at: speed) { engines.active.set(rate: speed) }
    }
}
