// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The address that the item is opened with, and the playlist that came from it.
struct RootPlaylist: Sendable {
    let location: ResourceLocation
    /// Failures in a row, and when the first of them was.
    private(set) var failures = 0
    private var firstFailure: Instant?
    private(set) var retryAt: Instant?
    /// nil for a media playlist that stands alone.
    private(set) var multivariant: MultivariantPlaylist?

    init(url: String) { location = ResourceLocation(url: url) }

    mutating func requested() { retryAt = nil }

    /// Counts a failure and returns the moment of the first in the row.
    mutating func failed(at now: Instant) -> Instant {
        failures += 1
        let first = firstFailure ?? now
        firstFailure = first
        return first
    }

    mutating func retry(at moment: Instant) { retryAt = moment }

    mutating func received(_ multivariant: MultivariantPlaylist?) {
        failures = 0
        self.multivariant = multivariant
    }
}
