// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Starts the clock. Pictures wait for the sound card, since what was written to it is heard some time later.
///
/// Belongs to the engine's actor.
final class SoundWait {
    /// Ends a wait for sound that never comes.
    private var timer: Task<Void, Never>?
    /// Seconds after which the clock goes on without sound.
    private static let longest = 0.5

    func stop() { timer?.cancel() }

    /// Starts the clock; where sound comes from a card, its time stands still until that is heard.
    func startClock(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        // Both may be ready before the source has said what there is.
        let isHeld = item.expectsSound && engine.speaker.isPaced && engine.isRealTime
        engine.clock.start(isHeld: isHeld)
        guard isHeld else { return }
        timer?.cancel()
        let id = item.id
        timer = engine.after(Self.longest) { engine in
            if let current = engine.current, current.id == id { engine.soundWait.end(current, on: engine) }
        }
    }

    /// Time goes on without sound.
    func end(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        if item === engine.current, engine.clock.release() { item.tracks.wake() }
    }
}
