// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Starts and stops the clock, and sets its rate. Pictures wait for the sound card, since what was written to it is heard some time
/// later.
///
/// Belongs to the engine's actor.
final class ClockController {
    /// Ends a wait for sound that never comes.
    private var timer: Task<Void, Never>?
    /// Seconds after which the clock goes on without sound.
    private static let longest = 0.5

    func stop() { timer?.cancel() }

    /// Starts the clock; where sound comes from a card, its time stands still until that is heard.
    func start(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        // Both may be ready before the source has said what there is.
        let isHeld = item.expectsSound && engine.audioSink.isPaced && engine.isRealTime
        engine.clock.start(isHeld: isHeld)
        guard isHeld else { return }
        timer?.cancel()
        let id = item.id
        timer = engine.after(Self.longest) { engine in
            if let current = engine.current, current.id == id { engine.timing.release(current, on: engine) }
        }
    }

    /// Time goes on without sound.
    func release(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        if item === engine.current, engine.clock.release() { item.tracks.wake() }
    }

    /// Samples have run out.
    func stall(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        engine.outputs.pause()
        engine.state.isStalled = true
        item.noteOffsetFromLive(at: engine.playhead)
        engine.report(.stalled)
        engine.tellSource()
        engine.gaps.watch(on: engine)
    }

    /// Plays single pictures, or the tracks, at the rate that holds now.
    func applyRate(on engine: isolated PlaybackEngine) {
        defer { if engine.beat.isRunning { engine.beat.start(on: engine) } }
        if engine.trick.settle(on: engine) { return }
        setRate(on: engine)
        engine.current?.tracks.wake()
        engine.tellSource()
    }

    /// The clock changes its rate when the change is heard.
    func setRate(on engine: isolated PlaybackEngine) {
        let rate = engine.state.clockRate(isRestricted: engine.interstitials.restrictsRate)
        engine.clock.set(rate: rate, from: engine.audioSink.set(rate: rate))
    }
}
