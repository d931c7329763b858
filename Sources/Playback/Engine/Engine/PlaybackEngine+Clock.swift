// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// Pictures wait for the sound card: what was written to it is heard some time later.
extension PlaybackEngine {
    /// Seconds after which a clock that waits for sound goes on without it.
    private static let longestWait = 0.5

    /// Starts the clock; where sound comes from a card, its time stands until that is heard.
    func startClock(_ item: PlayingItem) {
        // Both may be ready before the source has said what there is.
        let hasSound = (item.kinds.isEmpty || item.needed.contains(.audio)) && item.ended[.audio] == nil
        let isHeld = hasSound && speaker.isPaced && configuration.pace == .realTime
        clock.start(isHeld: isHeld)
        guard isHeld else { return }
        holdTimer?.cancel()
        let id = item.id
        holdTimer = Task { [weak self] in
            try? await Task.sleep(for: .seconds(Self.longestWait))
            if !Task.isCancelled { await self?.waitIsOver(id) }
        }
    }

    private func waitIsOver(_ id: ItemID) { if let current, current.id == id { releaseClock(current) } }

    /// Time goes on without sound.
    func releaseClock(_ item: PlayingItem) {
        holdTimer?.cancel()
        holdTimer = nil
        if item === current, clock.release() { item.tracks.wake() }
    }
}
