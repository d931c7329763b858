// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Determines which time limit of a request has expired, from the events so far.
///
/// While a full buffer holds the transfer back, the time limits are suspended: a slow reader isn't a slow server.
struct TransferClock {
    private enum Phase { case connecting, waiting, receiving, done }
    private let limits: StreamLoad.TimeLimits
    private var phase = Phase.connecting
    /// When this exchange began. The overall limit counts from the first exchange of a chain of redirects.
    private let began: Instant
    private let firstBegan: Instant
    private var lastActivity: Instant
    private var heldSince: Instant?
    private var heldSeconds = 0.0

    init(_ limits: StreamLoad.TimeLimits, at now: Instant, firstBegan: Instant? = nil) {
        self.limits = limits
        began = now
        self.firstBegan = firstBegan ?? now
        lastActivity = now
    }

    mutating func connected(at now: Instant) {
        if phase == .connecting { phase = .waiting }
        lastActivity = now
    }

    /// The head or some bytes have arrived.
    mutating func received(at now: Instant) {
        if phase != .done { phase = .receiving }
        lastActivity = now
    }

    mutating func held(at now: Instant) { heldSince = heldSince ?? now }

    mutating func released(at now: Instant) {
        guard let since = heldSince else { return }
        heldSeconds += now - since
        heldSince = nil
        lastActivity = now
    }

    mutating func ended() { phase = .done }

    /// When to check again; nil if there is nothing left to wait for.
    ///
    /// Neither arriving bytes nor a reader that frees the buffer reschedules the timer. So this is never later than the earliest time at
    /// which the idle limit, or the rest of the overall limit, could expire if it started counting now.
    func nextCheck(at now: Instant) -> Instant? {
        if phase == .done { return nil }
        let silence = now + max(limits.idle, 0.01)
        guard let heldSince else { return deadlines.map(\.at).reduce(silence, min) }
        return min(silence, now + max(whole - heldSince, Self.tolerance))
    }

    /// Seconds by which a limit may be exceeded if a full buffer held the transfer back until just before it.
    private static let tolerance = 0.1

    private var whole: Instant { firstBegan + (limits.whole + heldSeconds) }

    func expired(at now: Instant) -> TransportError.Limit? {
        guard phase != .done, heldSince == nil else { return nil }
        return deadlines.filter { $0.at <= now }.min { $0.at < $1.at }?.limit
    }

    private var deadlines: [(limit: TransportError.Limit, at: Instant)] {
        let whole = (limit: TransportError.Limit.whole, at: whole)
        switch phase {
        case .connecting: return [(.connect, began + limits.connect), (.firstByte, began + limits.firstByte), whole]
        case .waiting: return [(.firstByte, began + limits.firstByte), whole]
        case .receiving: return [(.idle, lastActivity + limits.idle), whole]
        case .done: return []
        }
    }
}
