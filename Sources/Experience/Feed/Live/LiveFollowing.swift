// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Follows a live stream over an unreliable socket: tracks the valid connection, the resume position and retries.
public struct LiveFollowing: Sendable {
    /// The state of the connection.
    public enum Connection: Hashable, Sendable {
        /// Nobody is watching.
        case idle
        /// The first connection, or the next attempt, is being opened.
        case connecting
        /// Messages arrive.
        case open
        /// Lost; retries at this time, in the clock's seconds.
        case waiting(until: Double)
        /// Retrying is pointless: the stream is locked, deleted, or not available in this region.
        case refused(ServiceError)
    }

    /// What happens to the connection. Numbers are those of ``Action/connect(after:_:)``.
    public enum Event: Sendable {
        /// Start watching, or retry after a refusal.
        case enter
        /// The socket is open.
        case opened(Int)
        /// A message has arrived.
        case message(SocketMessage, Int)
        /// Any other sign of life from the service.
        case alive(Int)
        /// The socket was closed or could not be opened.
        case lost(ServiceError, Int)
        /// The requested time has come.
        case wake
        /// Retry now: the network is back, or the user doesn't want to wait.
        case retryNow
        /// Stop watching.
        case leave
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Opens a socket that resumes after a sequence number; nil starts from the beginning.
        case connect(after: Int64?, Int)
        /// Close this socket.
        case disconnect(Int)
        /// The state changed.
        case changed
        /// Send ``Event/wake`` at a time, in the clock's seconds.
        case wake(at: Double)
    }

    /// How failures are retried.
    public struct Settings: Hashable, Sendable {
        /// Seconds until the first retry; doubles with each further one.
        public var firstDelay = 1.0
        /// The longest time between two attempts, in seconds.
        public var longestDelay = 30.0
        /// A connection that lasted this many seconds resets the retry delay.
        public var goodAfter = 5.0
        /// Maximum seconds without any data, including pings.
        public var silence = 75.0

        public init() {}
    }

    /// The settings given at initialization.
    public let settings: Settings
    /// The state of the connection.
    public private(set) var connection = Connection.idle
    /// The state of the stream, according to the messages so far.
    public private(set) var state = LiveState()
    /// The last received sequence number.
    public private(set) var last: Int64?

    private let spread: Double
    private var number = 0
    private var failures = 0
    private var openedAt = 0.0
    private var receivedAt = 0.0
    /// The position from which this connection was asked to resume.
    private var resumedAfter: Int64?

    /// - Parameter spread: 0...1, random, so that clients that lost their connection together don't reconnect together.
    public init(settings: Settings = .init(), spread: Double = 0) {
        self.settings = settings
        self.spread = spread.isFinite ? min(max(spread, 0), 1) : 0
    }

    /// - Parameters:
    ///   - event: what happened; events of old connections are ignored.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .enter:
            switch connection {
            case .idle, .refused: return connect()
            case .connecting, .open, .waiting: return []
            }
        case .retryNow:
            guard case .waiting = connection else { return [] }
            return connect()
        case .opened(let number):
            guard number == self.number, connection == .connecting else { return [] }
            (connection, openedAt, receivedAt) = (.open, now, now)
            return [.changed, .wake(at: now + settings.silence)]
        case .alive(let number):
            if number == self.number { receivedAt = now }
            return []
        case .message(let message, let number):
            guard number == self.number, connection == .open else { return [] }
            receivedAt = now
            guard handle(message, now) else { return [] }
            return [.changed] + (message.type == .subtitle ? state.captions.nextEnd.map { [.wake(at: $0)] } ?? [] : [])
        case .lost(let error, let number):
            guard number == self.number, connection == .connecting || connection == .open else { return [] }
            return lose(error, now)
        case .wake:
            let haveCaptionsExpired = state.expireCaptions(at: now)
            return (haveCaptionsExpired ? [.changed] : []) + (state.captions.nextEnd.map { [.wake(at: $0)] } ?? []) + wake(now)
        case .leave:
            guard connection != .idle else { return [] }
            let isConnected = connection == .open || connection == .connecting
            connection = .idle
            failures = 0
            return (isConnected ? [.disconnect(number)] : []) + [.changed]
        }
    }

    /// Applies changes from other sources: the fetched stream, and responses to the viewer's actions.
    public mutating func update(_ change: (inout LiveState) -> Void) { change(&state) }

    private mutating func connect() -> [Action] {
        number += 1
        (connection, resumedAfter) = (.connecting, last)
        return [.connect(after: last, number), .changed]
    }

    /// Seconds after connecting in which the service replays earlier messages.
    private static let greeting = 1.0

    /// - Returns: whether it was new.
    private mutating func handle(_ message: SocketMessage, _ now: Double) -> Bool {
        if let last, message.seq <= last {
            // After a resume, the service sends only later numbers. An earlier one means that it doesn't know our position and has
            // restarted.
            guard resumedAfter == last else { return false }
            state.beginAnew()
        }
        resumedAfter = nil
        last = message.seq
        state.take(message, isRecent: now - openedAt >= Self.greeting, at: now)
        return true
    }

    private mutating func lose(_ error: ServiceError, _ now: Double) -> [Action] {
        if !error.canRetry {
            connection = .refused(error)
            return [.changed]
        }
        if connection == .open, now - openedAt >= settings.goodAfter { failures = 0 }
        failures += 1
        var delay = settings.firstDelay
        for _ in 1..<min(failures, 16) where delay < settings.longestDelay { delay *= 2 }
        delay = min(delay, settings.longestDelay) * (1 + spread) / 2
        if let retryAfter = error.retryAfter { delay = max(delay, min(retryAfter, 300)) }
        connection = .waiting(until: now + delay)
        return [.changed, .wake(at: now + delay)]
    }

    private mutating func wake(_ now: Double) -> [Action] {
        switch connection {
        case .waiting(let moment): return now >= moment ? connect() : [.wake(at: moment)]
        case .open:
            guard now - receivedAt >= settings.silence else { return [.wake(at: receivedAt + settings.silence)] }
            let silent = number
            return [.disconnect(silent)] + lose(ServiceError(.network, "The service stopped responding.", canRetry: true), now)
        case .idle, .connecting, .refused: return []
        }
    }
}
