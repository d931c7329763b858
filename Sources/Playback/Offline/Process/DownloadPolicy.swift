// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// What a download's process holds to.
struct DownloadPolicy: Sendable {
    /// Resources loaded at a time.
    var connections = 3
    /// Seconds to wait before each further try of one thing; as many tries as there are entries.
    var retryDelays = [1.0, 2, 4, 8, 16]
    /// Further tries of a part that the server has not: it may be on its way there.
    var retriesOfMissing = 2
    /// Further tries of the address itself while nothing answers there at all: each of them takes long.
    var retriesOfSilence = 1
    /// Seconds that a server may ask to wait.
    var longestRetryAfter = 300.0
    /// How often something may change on the server while it is loaded.
    var changes = 3
    var preference = DownloadPreference()
    var capabilities = PlaybackCapabilities()
    /// Whether a key can be had and kept.
    var acceptsKey: @Sendable (SegmentEncryption) -> Bool = { $0.keyFormat == "identity" }
}
