// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension Instant {
    /// The current time, counted from an origin. It stops during suspend, as playback does, so that the suspend doesn't count as played.
    init(since origin: SuspendingClock.Instant) {
        let (seconds, attoseconds) = (SuspendingClock.now - origin).components
        self.init(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
