// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Starts and stops the clock, and sets its rate. Video waits for the sound card, because written audio is heard with a delay.
///
/// Belongs to the engine's actor.
final class ClockController {
    /// Stops waiting for audio that never comes.
    private var timer: Task<Void, Never>?
    /// Seconds to wait for audio before the clock runs without it.
    private static let maximumWait = 0.5

    func stop() { timer?.cancel() }

    /// Starts the clock. When a sound card plays the audio, media time is held until the first sample is heard.
    func start(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        // Renderers may be ready before the source has reported its tracks.
        let isHeld = item.expectsAudio && engine.audioSink.isPaced && engine.isRealTime
        engine.clock.start(isHeld: isHeld)
        guard isHeld else { return }
        timer?.cancel()
        let id = item.id
        timer = engine.after(Self.maximumWait) { engine in
            if let current = engine.current, current.id == id { engine.timing.release(current, on: engine) }
        }
    }

    /// Lets the clock run without waiting for audio.
    func release(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        if item === engine.current, engine.clock.release() { item.tracks.wake() }
    }

    /// The renderers have run out of samples.
    func stall(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        engine.outputs.pause()
        engine.state.isStalled = true
        item.noteOffsetFromLive(at: engine.playhead)
        engine.report(.stalled)
        engine.updateSource()
        engine.gaps.watch(on: engine)
    }

    /// Plays single frames or the tracks at the current rate.
    func applyRate(on engine: isolated PlaybackEngine) {
        defer { if engine.ticker.isRunning { engine.ticker.start(on: engine) } }
        if engine.trick.update(on: engine) { return }
        setRate(on: engine)
        engine.current?.tracks.wake()
        engine.updateSource()
    }

    /// Sets the clock's rate from the moment at which the rate change is heard.
    func setRate(on engine: isolated PlaybackEngine) {
        let rate = engine.state.clockRate(isRestricted: engine.interstitials.restrictsRate)
        engine.clock.set(rate: rate, from: engine.audioSink.set(rate: rate))
    }
}
