// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia

/// Watches an engine's position continuously during an action.
enum WatchedPosition {
    /// Expects the position never to jump by a frame's duration, nor to go back.
    /// - Parameters:
    ///   - highest: The maximum of media seconds per second. A clock that catches up with its audio runs half as fast again.
    ///   - end: The position at which watching ends.
    static func expectContinuous(
        _ engine: PlaybackEngine, rate highest: Double, until end: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        var last: (position: Double, moment: Instant)?
        while !Task.isCancelled {
            let asked = MonotonicClock.now
            let position = await engine.position
            let answered = MonotonicClock.now
            if let last {
                let largest = (answered - last.moment) * highest * 1.5 + 1.0 / 30
                let step = position - last.position
                #expect(step >= 0, "from \(last.position) s by \(step) s", sourceLocation: sourceLocation)
                #expect(step <= largest, "from \(last.position) s by \(step) s", sourceLocation: sourceLocation)
            }
            if position >= end { return }
            last = (position, asked)
            await Task.yield()
        }
    }
}
