// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming

// While a person drags a slider: pictures from near at once, the very picture where it ends, and no playing between.
extension Player {
    /// Holds playing still until ``endScrubbing(at:)``, or until another item comes.
    ///
    /// ``shouldPlay`` stays what is wanted: whoever plays or pauses meanwhile says what happens afterwards. Each ``scrub(to:)`` shows
    /// a picture from near its time as soon as one is there. An end that is come to is not gone beyond before dragging ends.
    public func beginScrubbing() {
        guard !isScrubbing, let onAir = engineItems.onAir, error == nil else { return }
        isScrubbing = true
        if isExternalPlaybackActive { engine.pause() } else { engine.beginScrubbing() }
        // The end was come to, but whoever drags is not there any more.
        if onAir.facts.status == .ended { engineItems.note(onAir.id) { $0.status = .paused } }
        update()
    }

    /// Goes to a time in seconds while dragging goes on: smoothly, and to what is quickest around it.
    @discardableResult public func scrub(to time: Double) -> PendingSeek { seek(.near(time), .smooth) }

    /// Shows what is near a time in seconds, while a slider is dragged beside playing that goes on. Nothing where that would begin an
    /// interstitial that must not be passed: it begins where the slider is let go.
    public func preview(at time: Double) {
        if let now = self.time, interstitialSchedule.obstacle(from: now, to: time) != nil { return }
        seek(.near(time))
    }

    /// Lands on the very picture, in place of any seek under way, and goes on playing where that is wanted.
    /// - Parameter time: seconds on the item's timeline; nil stays where dragging came to.
    @discardableResult public func endScrubbing(at time: Double? = nil) -> PendingSeek {
        guard isScrubbing else { return time.map { seek(.near($0), .immediate) } ?? PendingSeek(.refused) }
        isScrubbing = false
        if isExternalPlaybackActive, shouldPlay { engine.play() }
        isEndingScrubbing = !isExternalPlaybackActive
        let landing = (time ?? self.time).map { seek(.near($0), .immediate) } ?? PendingSeek(.refused)
        if isEndingScrubbing {
            // It went nowhere: playing is not to stand still for that.
            isEndingScrubbing = false
            engine.endScrubbing(at: nil) { _ in }
        }
        update()
        return landing
    }

    /// Another item is not dragged in.
    func forgetScrubbing() {
        if isScrubbing, isExternalPlaybackActive, shouldPlay { engine.play() }
        (isScrubbing, isEndingScrubbing) = (false, false)
    }
}
