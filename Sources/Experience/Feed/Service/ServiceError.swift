// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxTransport

/// Why the service did not do what it was asked.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }

        /// It answered with an error: ``ServiceError/apiCode`` says which.
        public static let refused = Code("refused")
        /// No connection, or no answer in time.
        public static let network = Code("network")
        /// What it answered can't be read.
        public static let malformed = Code("malformed")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let description: String
    /// What the service calls the error.
    public let apiCode: ErrorCode?
    /// The path of the field that is wrong, such as `source.filter`.
    public let field: String?
    /// UTF-8 bytes into the field's text.
    public let offset: Int?
    /// What the service says of it, in English.
    public let message: String?
    /// Finds the request in the service's log.
    public let requestID: String?
    /// Seconds that the service asks to wait.
    public let retryAfter: Double?
    /// Whether the same request may succeed later.
    public let canRetry: Bool

    /// - Parameter description: cause, place and cure.
    public init(_ code: Code, _ description: String, canRetry: Bool = false) {
        (self.code, self.description, self.canRetry) = (code, description, canRetry)
        (apiCode, field, offset, message, requestID, retryAfter) = (nil, nil, nil, nil, nil, nil)
    }

    /// - Parameters:
    ///   - error: as the service wrote it.
    ///   - status: of HTTP; nil: as the code has it.
    ///   - retryAfter: seconds.
    public init(_ error: APIError, status: Int? = nil, retryAfter: Double? = nil) {
        code = .refused
        apiCode = error.code
        field = error.error.field
        offset = error.error.offset
        message = error.error.message
        requestID = error.error.requestID
        self.retryAfter = retryAfter
        let place = error.error.field.map { " (\($0)\(error.error.offset.map { ", byte \($0)" } ?? ""))" } ?? ""
        description = "The service answered \(error.code.rawValue): \(error.error.message)\(place)"
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
