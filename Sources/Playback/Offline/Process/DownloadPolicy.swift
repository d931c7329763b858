// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// The rules for a download's process.
struct DownloadPolicy: Sendable {
    /// The number of resources loaded at a time.
    var connections = 3
    /// Seconds to wait before each retry of a resource. There are as many retries as entries.
    var retryDelays = [1.0, 2, 4, 8, 16]
    /// Retries of a resource that the server does not have. It may appear soon.
    var retriesOfMissing = 2
    /// Retries of the URL itself when there is no response at all. Each of them takes long.
    var retriesOfSilence = 1
    /// The longest wait in seconds that a server may ask for.
    var longestRetryAfter = 300.0
    /// How often a resource may change on the server during the download.
    var changes = 3
    var preference = DownloadPreference()
    var capabilities = PlaybackCapabilities()
    /// Whether a key can be loaded and stored.
    var acceptsKey: @Sendable (SegmentEncryption) -> Bool = { $0.keyFormat == "identity" }
}
