// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// A stand for want of data is told once, and playing is asked for again while it lasts.
extension Player {
    /// Seconds after which a stand is stuck.
    private static let patience = 5.0

    /// What of the engine's states is a stand: a seek waits for data too, and so does a start.
    func watchStall(_ status: EngineStatus) {
        if status == .stalled {
            guard stalledSince == nil, seeks.target == nil, passing == nil, engineItems.onAir?.facts.hasPicture == true else { return }
            stalledSince = clock.now
            happenings.send(.stalled)
        } else {
            endStall()
        }
    }

    func endStall() {
        guard stalledSince != nil else { return }
        stalledSince = nil
        happenings.send(.resumedAfterStall)
    }

    /// Whatever the engine waits for, it is asked again.
    func tryAgainIfStuck() {
        guard let since = stalledSince, shouldPlay, clock.now - since >= Self.patience else { return }
        stalledSince = clock.now
        engine.play()
    }
}
