// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The state behind a session's CMCD reports.
struct ReportState: Sendable {
    struct Request: Sendable {
        var url: String
        var started: Instant
        var firstByte: Instant?
        var head: ResponseHead?
        var facts: ClientData
    }

    /// Events waiting to be sent.
    var waiting: [ClientData] = []
    var oldest: Instant?
    var lastInterval: Instant?
    /// Loads in progress whose responses will be reported.
    var requests: [LoadID: Request] = [:]
    var sequence = 0
    /// `sta`: the player state.
    var state: String = "d"
    /// When the session was asked to start, and the seconds until it first played.
    var began: Instant?
    var startDelay: Double?
    var stalledSince: Instant?
    /// Number of stalls so far, their total seconds, and the seconds of the last one.
    var stalls = 0
    var stalledSeconds = 0.0
    var lastStall = 0.0
    var hasSeeked = false
}
