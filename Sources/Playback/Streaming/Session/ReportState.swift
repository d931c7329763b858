// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What a session's reports are made of.
struct ReportState: Sendable {
    struct Request: Sendable {
        var url: String
        var started: Instant
        var firstByte: Instant?
        var head: ResponseHead?
        var facts: ClientData
    }

    /// Events that wait to be sent.
    var waiting: [ClientData] = []
    var oldest: Instant?
    var lastInterval: Instant?
    /// Loads under way whose answers will be reported.
    var requests: [LoadID: Request] = [:]
    var sequence = 0
    /// `sta`: what the player does.
    var state = "d"
    /// When the session was asked to start, and seconds until it played first.
    var began: Instant?
    var startDelay: Double?
    var stalledSince: Instant?
    /// Stalls so far, their seconds in all, and those of the last one.
    var stalls = 0
    var stalledSeconds = 0.0
    var lastStall = 0.0
    var wasSought = false
}
