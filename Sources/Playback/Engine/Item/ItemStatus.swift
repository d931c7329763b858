// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// Whether an item has been ready, and whether it has failed.
struct ItemStatus {
    private(set) var hasBeenReady = false
    private(set) var failure: StreamingError?
    /// The error with which the source gave up. It becomes the failure once everything loaded has been played.
    private(set) var pendingFailure: StreamingError?

    /// Whether a track of which nothing could be decoded was reported.
    private(set) var hasReportedDamage = false

    mutating func reportedDamage() { hasReportedDamage = true }
    mutating func becameReady() { hasBeenReady = true }
    mutating func fail(_ error: StreamingError) { failure = error }
    mutating func giveUp(_ error: StreamingError) { pendingFailure = error }
}
