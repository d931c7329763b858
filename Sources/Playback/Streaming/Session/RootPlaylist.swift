// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The item's URL and the playlist loaded from it.
struct RootPlaylist: Sendable {
    let location: ResourceLocation
    /// Consecutive failures. ``firstFailure`` is the time of the first.
    private(set) var failures = 0
    private var firstFailure: Instant?
    private(set) var retryAt: Instant?
    /// nil if the item is a single media playlist.
    private(set) var multivariant: MultivariantPlaylist?

    init(url: String) { location = ResourceLocation(url: url) }

    mutating func requested() { retryAt = nil }

    /// Counts a failure, and returns the time of the first consecutive one.
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
