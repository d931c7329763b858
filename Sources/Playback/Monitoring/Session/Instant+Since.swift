// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension Instant {
    /// The current time, counted from an origin.
    init(since origin: ContinuousClock.Instant) {
        let (seconds, attoseconds) = (ContinuousClock.now - origin).components
        self.init(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
