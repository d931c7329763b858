// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A socket of a live stream that is open.
public struct LiveConnection: Sendable {
    public enum Word: Hashable, Sendable {
        case message(SocketMessage)
        /// A ping, or something that can't be read here.
        case alive
    }

    /// What is told, in order, until the connection ends; then it throws a ``ServiceError``. Read once.
    public let words: AsyncThrowingStream<Word, any Error>
    private let end: @Sendable () -> Void

    /// - Parameter end: ends the connection; called more than once it does nothing.
    public init(words: AsyncThrowingStream<Word, any Error>, end: @escaping @Sendable () -> Void) {
        (self.words, self.end) = (words, end)
    }

    public func close() { end() }
}
