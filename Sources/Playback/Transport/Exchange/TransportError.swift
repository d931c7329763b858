// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// Why a resource could not be loaded.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of error; more may be added, so match with the static members.
    public struct Cause: Hashable, Sendable {
        /// The cause's name in logs, such as `address`. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }
        /// The URL is invalid, or no transport supports its scheme.
        public static let address = Cause("address")
        /// The URL may not be used: plain HTTP against the policy, or a private scheme.
        public static let refused = Cause("refused")
        /// An HTTP status of 400 or more.
        public static let status = Cause("status")
        /// DNS failure, connection refused or reset, or a TLS handshake that failed for a reason that may pass.
        public static let connection = Cause("connection")
        /// No secure connection is possible: the server's certificate is expired, unknown or for another name, or its TLS is too old.
        public static let untrusted = Cause("untrusted")
        /// One of the request's time limits expired; see ``TransportError/limit``.
        public static let timeout = Cause("timeout")
        /// The body ended before its announced length.
        public static let truncated = Cause("truncated")
        /// A redirect that must not be followed: a loop, too many, or to another scheme.
        public static let redirect = Cause("redirect")
        /// The response violates the protocol.
        public static let malformed = Cause("malformed")
        /// More bytes than ``TransportRequest/maximumBytes``.
        public static let tooLarge = Cause("tooLarge")
        /// A file that doesn't exist.
        public static let notFound = Cause("notFound")
        /// A file that can't be read or isn't permitted.
        public static let unreadable = Cause("unreadable")
        /// A key that isn't available or isn't valid.
        public static let key = Cause("key")
        /// Data that the key doesn't decrypt.
        public static let decryption = Cause("decryption")
        /// An encryption that isn't supported, whatever the key.
        public static let unsupported = Cause("unsupported")
        /// The task was cancelled or the reader was released.
        public static let cancelled = Cause("cancelled")
    }

    /// The time limits of a request.
    public enum Limit: String, Hashable, Sendable { case connect, firstByte, idle, whole }

    /// The kind of error, to be matched with the static members of ``Cause``.
    public var cause: Cause
    /// The URL at which the error occurred: after redirects, the last one.
    public var url: String
    /// Human-readable cause and remedy.
    public var message: String
    /// The HTTP status, for ``Cause/status``.
    public var status: Int?
    /// Seconds that the server asks to wait, from `Retry-After`.
    public var retryAfter: Double?
    /// The expired time limit, for ``Cause/timeout``.
    public var limit: Limit?
    /// What is wrong in detail; nil if there is no more to say than ``cause``.
    public var reason: FailureReason?
    /// The resource is the initialization section of a segment.
    package var isInitialization = false

    public init(
        _ cause: Cause, url: String, message: String, status: Int? = nil, retryAfter: Double? = nil, limit: Limit? = nil,
        reason: FailureReason? = nil
    ) {
        self.cause = cause
        self.url = url
        self.message = message
        self.status = status
        self.retryAfter = retryAfter
        self.limit = limit
        self.reason = reason
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
            message: "The encryption method \(name) isn't supported; use one of \(SegmentEncryption.Method.known).")
    }

    /// Whether nothing arrived within the time limit for the first byte.
    public var isSilence: Bool { limit == .connect || limit == .firstByte }

    static func tooLarge(_ url: String, limit: Int) -> TransportError {
        TransportError(.tooLarge, url: url, message: "The body is longer than the \(limit) bytes allowed for this kind of resource.")
    }

    /// A file that was truncated or overwritten while it was read.
    static func shortened(_ url: String, received: Int, announced: Int) -> TransportError {
        TransportError(
            .truncated, url: url, message: "The file ends after \(received) of the \(announced) bytes that it had when it was opened.")
    }

    static func truncated(_ url: String, received: Int, announced: Int?) -> TransportError {
        let of = announced.map { " of \($0)" } ?? ""
        return TransportError(.truncated, url: url, message: "The body ended after \(received)\(of) bytes.")
    }
}
