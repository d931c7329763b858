// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Limits for a WebSocket's client.
struct WebSocketSettings: Sendable {
    /// The time between pings.
    var ping: TimeAmount
    /// The time without any data after which it is closed.
    var silence: TimeAmount
    /// The time within which the client must read some of the data sent to it.
    var stall: TimeAmount
    /// The limit of a message in bytes.
    var largestMessage = 4096
    /// The rate limit for frames of a client.
    var frames = RateLimit(perSecond: 5, burst: 50)
}

extension WebSocketSettings {
    init(_ settings: ServiceSettings) {
        ping = .nanoseconds(Int64(settings.socketPingSeconds * 1e9))
        silence = .nanoseconds(Int64(settings.socketSilenceSeconds * 1e9))
        stall = .nanoseconds(Int64(settings.stallSeconds * 1e9))
    }
}
