// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxTransport

/// Why a request to the service failed.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The service returned an error, see ``ServiceError/apiCode``.
        public static let refused = Code("refused")
        /// No connection, or a timeout.
        public static let network = Code("network")
        /// The response can't be parsed.
        public static let malformed = Code("malformed")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause, location and remedy, human-readable.
    public let description: String
    /// The service's error code.
    public let apiCode: ErrorCode?
    /// The path of the invalid field, such as `source.filter`.
    public let field: String?
    /// Offset of the error in the field's text, in UTF-8 bytes.
    public let offset: Int?
    /// The service's message, in English.
    public let message: String?
    /// Identifies the request in the service's log.
    public let requestID: String?
    /// Seconds that the service asks to wait before retrying.
    public let retryAfter: Double?
    /// Whether the same request may succeed later.
    public let canRetry: Bool

    /// - Parameter description: cause, location and remedy.
    public init(_ code: Code, _ description: String, canRetry: Bool = false) {
        (self.code, self.description, self.canRetry) = (code, description, canRetry)
        (apiCode, field, offset, message, requestID, retryAfter) = (nil, nil, nil, nil, nil, nil)
    }

    /// - Parameters:
    ///   - error: as returned by the service.
    ///   - status: the HTTP status; nil uses the code's default.
    ///   - retryAfter: in seconds.
    public init(_ error: APIError, status: Int? = nil, retryAfter: Double? = nil) {
        code = .refused
        apiCode = error.code
        field = error.error.field
        offset = error.error.offset
        message = error.error.message
        requestID = error.error.requestID
        self.retryAfter = retryAfter
        let location = error.error.field.map { " (\($0)\(error.error.offset.map { ", byte \($0)" } ?? ""))" } ?? ""
        description = "The service answered \(error.code.rawValue): \(error.error.message)\(location)"
        let status = status ?? error.code.status
        canRetry = status == 408 || status == 429 || status >= 500
    }

    init(_ error: TransportError) {
        code = error.cause == .cancelled ? .cancelled : .network
        description = error.description
        (apiCode, field, offset, message, requestID) = (nil, nil, nil, nil, nil)
        retryAfter = error.retryAfter
        canRetry = error.canRetry
    }
}
