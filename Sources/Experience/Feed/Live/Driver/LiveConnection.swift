// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// An open socket of a live stream.
public struct LiveConnection: Sendable {
    /// What arrives from the service.
    public enum Word: Hashable, Sendable {
        /// A message with a sequence number.
        case message(SocketMessage)
        /// A ping, or a message that isn't understood.
        case alive
    }

    /// The received messages, in order, until the connection ends; then it throws a ``ServiceError``. Can be iterated once.
    public let words: AsyncThrowingStream<Word, any Error>
    private let end: @Sendable () -> Void

    /// - Parameter end: closes the connection; repeated calls have no effect.
    public init(words: AsyncThrowingStream<Word, any Error>, end: @escaping @Sendable () -> Void) {
        (self.words, self.end) = (words, end)
    }

    /// Closes the socket; ``words`` ends.
    public func close() { end() }
}
