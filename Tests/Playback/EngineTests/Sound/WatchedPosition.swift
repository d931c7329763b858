// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia

/// An engine's position, looked at all the time while something is done to it.
enum WatchedPosition {
    /// Expects that the position never steps by a picture's length, nor goes back.
    /// - Parameters:
    ///   - highest: media seconds per second, at the most. A clock that catches up with its sound runs half as fast again.
    ///   - end: the position at which it is not watched any longer.
    static func expectContinuous(
        _ engine: PlaybackEngine, rate highest: Double, until end: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        var last: (position: Double, moment: Instant)?
        while !Task.isCancelled {
            let asked = MonotonicClock.now
            let position = await engine.position
            let answered = MonotonicClock.now
            if let last {
                let most = (answered - last.moment) * highest * 1.5 + 1.0 / 30
                let step = position - last.position
                #expect(step >= 0 && step <= most, "from \(last.position) s by \(step) s", sourceLocation: sourceLocation)
            }
            if position >= end { return }
            last = (position, asked)
            await Task.yield()
        }
    }
}
