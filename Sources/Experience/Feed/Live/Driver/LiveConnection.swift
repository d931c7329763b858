// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// An open socket of a live stream.
public struct LiveConnection: Sendable {
    /// What arrives from the service.
    public enum Event: Hashable, Sendable {
        /// A message with a sequence number.
        case message(SocketMessage)
        /// A ping, or a message that isn't understood.
        case alive
    }

    /// The received messages, in order, until the connection ends; then it throws a ``ServiceError``. Can be iterated once.
    public let events: AsyncThrowingStream<Event, any Error>
    private let end: @Sendable () -> Void

    /// - Parameter end: closes the connection; repeated calls have no effect.
    public init(events: AsyncThrowingStream<Event, any Error>, end: @escaping @Sendable () -> Void) {
        (self.events, self.end) = (events, end)
    }

    /// Closes the socket; ``events`` ends.
    public func close() { end() }
}
