// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// While someone drags a seek bar: near pictures at once, the very picture where it ends.
extension PlaybackEngine {
    /// Holds playing still until ``endScrubbing(at:)``, or until another item is loaded. An item that plays reports
    /// ``EngineStatus/paused`` meanwhile; ``play()`` and ``pause()`` say what happens afterwards.
    public func beginScrubbing() {
        guard current != nil, !state.isScrubbing, interstitials.leave(on: self) else { return }
        state.beginScrubbing(at: position)
        trick.leave(on: self)
        outputs.pause()
        if state.status == .playing || state.status == .stalled { report(.paused) }
        tellSource()
    }

    /// Goes to a time while the user drags. On the way, a picture near it is shown as soon as one is there: of an I-frame
    /// playlist, or the key picture before it. Each call supersedes the one before.
    /// - Parameter time: seconds on the current item's timeline, clamped to what can be sought.
    /// - Returns: how it ended; nil without an item, or outside of ``beginScrubbing()`` and ``endScrubbing(at:)``.
    @discardableResult
    public func scrub(to time: Double) async -> SeekReport? {
        guard state.isScrubbing else { return nil }
        return await seek(to: time, isRough: true)
    }

    /// Lands on the very picture, and goes on playing where that is wanted.
    /// - Parameter time: seconds on the current item's timeline; nil stays where dragging came to.
    /// - Returns: how it ended, once the picture is shown or another seek took over; nil without an item, or when nobody
    ///   drags.
    @discardableResult
    public func endScrubbing(at time: Double? = nil) async -> SeekReport? {
        guard state.isScrubbing else { return nil }
        state.endScrubbing()
        return await seek(to: time ?? position)
    }
}
