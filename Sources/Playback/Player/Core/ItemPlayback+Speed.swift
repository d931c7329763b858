// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Fast and reverse playback, for which engines may show single frames.
extension ItemPlayback {
    /// Whether the current item can be played backwards; nil if unknown.
    var canReverse: Bool? {
        if engines.isExternal { return false }
        return facts.flatMap { $0.hasPicture ? $0.abilities.canReverse : nil }
    }

    func usesTrickPlay(at speed: Double) -> Bool { speed < 0 || speed > 2 && facts?.abilities.canFastForward == true }

    /// Whether reverse playback has reached the start.
    var isBackAtStart: Bool {
        let speed = output.speed.effective
        guard speed < 0, let position, let start = seekableTimeRange?.start else { return false }
        // The last reported position may be slightly old.
        return position <= start + max(WakeUpSchedule.quick * speed.magnitude, 0.5)
    }

    /// Sets the speed again: an engine that reaches the end with single frames continues at 1.
    func resendSpeed() {
        let speed = output.speed.effective
        if usesTrickPlay(at: speed) { engines.active.set(rate: speed) }
    }
}
