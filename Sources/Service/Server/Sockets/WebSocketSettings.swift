// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// How long and how much a WebSocket's other side may take.
struct WebSocketSettings: Sendable {
    /// Between two pings.
    var ping: TimeAmount
    /// Without a sign of life.
    var silence: TimeAmount
    /// In which the other side must take some of what it is sent.
    var stall: TimeAmount
    /// Bytes of a message.
    var largestMessage = 4096
    /// Frames that a client may send.
    var frames = RateLimit(perSecond: 5, burst: 50)
}
