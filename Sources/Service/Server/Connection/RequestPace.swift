// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Decides until when a request must have come whole, whoever reads it and whether anybody does.
///
/// A head has one time from its first byte. A body has the same time from its head, and each byte of it gives more, at the slowest
/// pace that is waited for; never more than twice the time ahead, so that a body which came fast at first can't stop for hours.
struct RequestPace: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// So many bytes came.
        case bytes(Int)
        /// A request's head was read, and the request as a whole.
        case head, end
    }

    private enum Phase: Hashable, Sendable { case idle, head, body }

    private let limit: TimeAmount
    private let nanosecondsPerByte: Int64
    private var phase = Phase.idle
    /// Nil while no request is on its way.
    private(set) var deadline: NIODeadline?

    /// - Parameter bytesPerSecond: the slowest pace at which a body may come.
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
