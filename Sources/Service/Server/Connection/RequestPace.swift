// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Computes the deadline for receiving a request completely, whether or not anything reads it.
///
/// A head has `limit` from its first byte. A body has `limit` from its head, and each byte extends that at the slowest accepted rate, to at
/// most twice the limit from now, so that a body that starts fast can't then stall for hours.
struct RequestPace: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// This many bytes arrived.
        case bytes(Int)
        /// A request's head was read, or a complete request.
        case head, end
    }

    private enum Phase: Hashable, Sendable { case idle, head, body }

    private let limit: TimeAmount
    private let nanosecondsPerByte: Int64
    private var phase = Phase.idle
    /// Nil while no request is being received.
    private(set) var deadline: NIODeadline?

    /// - Parameter bytesPerSecond: the slowest accepted rate of a body.
    init(limit: TimeAmount, bytesPerSecond: Int64 = 1024) {
        self.limit = limit
        nanosecondsPerByte = 1_000_000_000 / bytesPerSecond
    }

    mutating func handle(_ event: Event, at now: NIODeadline) {
        switch (event, phase) {
        case (.bytes, .idle): (phase, deadline) = (.head, now + limit)
        case (.bytes(let count), .body):
            guard let deadline else { return }
            let earned = TimeAmount.nanoseconds(nanosecondsPerByte * Int64(count))
            self.deadline = min(deadline + earned, now + limit + limit)
        case (.bytes, .head): break
        case (.head, _): (phase, deadline) = (.body, now + limit)
        case (.end, _): (phase, deadline) = (.idle, nil)
        }
    }
}
