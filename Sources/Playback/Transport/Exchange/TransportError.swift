// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// Why bytes did not come.
public struct TransportError: Error, Hashable, Sendable {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Cause: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }
        /// The address cannot be read, or no transport is there for its scheme.
        public static let address = Cause("address")
        /// The address may not be used here: plain HTTP against the policy, a private scheme.
        public static let refused = Cause("refused")
        /// A status of 400 or more.
        public static let status = Cause("status")
        /// No address, connection refused or reset, TLS.
        public static let connection = Cause("connection")
        /// One of the request's time limits; see ``TransportError/limit``.
        public static let timeout = Cause("timeout")
        /// The body ended before its announced length.
        public static let truncated = Cause("truncated")
        /// A redirect that may not be followed: a loop, too many, to another scheme.
        public static let redirect = Cause("redirect")
        /// The answer breaks the protocol.
        public static let malformed = Cause("malformed")
        /// More bytes than ``TransportRequest/maximumBytes``.
        public static let tooLarge = Cause("tooLarge")
        /// A file that is not there.
        public static let notFound = Cause("notFound")
        /// A file that may not or cannot be read.
        public static let unreadable = Cause("unreadable")
        /// A key that could not be had, or is not one.
        public static let key = Cause("key")
        /// Bytes that the key does not open.
        public static let decryption = Cause("decryption")
        /// An encryption that nothing here decrypts, whatever the key.
        public static let unsupported = Cause("unsupported")
        /// The task was cancelled or the reader went away.
        public static let cancelled = Cause("cancelled")
    }

    /// The limits of a request.
    public enum Limit: String, Hashable, Sendable { case connect, firstByte, idle, whole }

    public var cause: Cause
    /// Where it was met: after redirects, the last address asked.
    public var url: String
    /// What was met and what would help, for people.
    public var message: String
    /// The HTTP status, for ``Cause/status``.
    public var status: Int?
    /// Seconds the server asks to wait, from `Retry-After`.
    public var retryAfter: Double?
    /// The limit that was passed, for ``Cause/timeout``.
    public var limit: Limit?

    public init(
        _ cause: Cause, url: String, message: String, status: Int? = nil, retryAfter: Double? = nil, limit: Limit? = nil
    ) {
        self.cause = cause
        self.url = url
        self.message = message
        self.status = status
        self.retryAfter = retryAfter
        self.limit = limit
    }

    /// Whether the same request may succeed later.
    public var canRetry: Bool {
        switch cause {
        case .connection, .timeout, .truncated: true
        case .status: status.map { $0 == 408 || $0 == 425 || $0 == 429 || ($0 >= 500 && $0 != 501 && $0 != 505) } ?? false
        default: false
        }
    }
}

extension TransportError: CustomStringConvertible {
    public var description: String { "\(message) (\(cause.name), \(url.prefix(300)))" }
}

extension TransportError {
    static func cancelled(_ url: String) -> TransportError {
        TransportError(.cancelled, url: url, message: "The load was cancelled.")
    }

    static func unknownMethod(_ name: String, url: String) -> TransportError {
        TransportError(
            .unsupported, url: url,
            message: "The encryption method \(name) is not known here; encrypt by one of \(SegmentEncryption.Method.known).")
    }

    /// Nothing came within the time that there was for the first byte.
    public var isSilence: Bool { limit == .connect || limit == .firstByte }

    static func tooLarge(_ url: String, limit: Int) -> TransportError {
        TransportError(.tooLarge, url: url, message: "The body is longer than the \(limit) bytes allowed for its kind.")
    }

    /// A file that was cut or written over while it was read.
    static func shortened(_ url: String, received: Int, announced: Int) -> TransportError {
        TransportError(
            .truncated, url: url, message: "The file ends after \(received) of the \(announced) bytes that it had when it was opened.")
    }

    static func truncated(_ url: String, received: Int, announced: Int?) -> TransportError {
        let of = announced.map { " of \($0)" } ?? ""
        return TransportError(.truncated, url: url, message: "The body ended after \(received)\(of) bytes.")
    }
}
