// SPDX-License-Identifier: Apache-2.0

/// What the service answers when it doesn't do what was asked: `{"error":{"code","message","field","offset","request_id"}}`.
public struct APIError: Error, Hashable, Sendable, Codable {
    public struct Detail: Hashable, Sendable, Codable {
        public var code: ErrorCode
        /// For people, in English: cause and cure.
        public var message: String
        /// The path of the field that is wrong, such as `source.filter`.
        public var field: String?
        /// UTF-8 bytes into the field's text.
        public var offset: Int?
        /// Finds the request in the service's log.
        public var requestID: String?

        enum CodingKeys: String, CodingKey { case code, message, field, offset, requestID = "request_id" }
    }

    public var error: Detail

    public init(_ code: ErrorCode, _ message: String, field: String? = nil, offset: Int? = nil, requestID: String? = nil) {
        error = Detail(code: code, message: message, field: field, offset: offset, requestID: requestID)
    }

    public var code: ErrorCode { error.code }
}

/// What went wrong, in one word, with the HTTP status that it is told by.
public struct ErrorCode: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The HTTP status; 500 for codes of a newer service.
    public var status: Int { Self.statuses[self] ?? 500 }
    public static var known: [ErrorCode] { statuses.keys.sorted { $0.rawValue < $1.rawValue } }

    public static let invalidJSON = Self(rawValue: "invalid_json")
    /// It is no request as HTTP has them.
    public static let malformedRequest = Self(rawValue: "malformed_request")
    public static let invalidField = Self(rawValue: "invalid_field")
    public static let invalidFilterExpression = Self(rawValue: "invalid_filter_expression")
    public static let invalidCursor = Self(rawValue: "invalid_cursor")
    public static let invalidApp = Self(rawValue: "invalid_app")
    public static let invalidToken = Self(rawValue: "invalid_token")
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// A token that was got by a device's id alone is not enough for this.
    public static let proofRequired = Self(rawValue: "proof_required")
    public static let insufficientScope = Self(rawValue: "insufficient_scope")
    public static let incorrectAccessCode = Self(rawValue: "incorrect_access_code")
    public static let regionBlocked = Self(rawValue: "region_blocked")
    /// An address of media was changed, or its time is over.
    public static let invalidSignature = Self(rawValue: "invalid_signature")
    public static let notFound = Self(rawValue: "not_found")
    public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    /// It is not in the state that `If-Match` names: somebody else changed it.
    public static let preconditionFailed = Self(rawValue: "precondition_failed")
    public static let conflict = Self(rawValue: "conflict")
    public static let invalidTransition = Self(rawValue: "invalid_transition")
    /// Nobody can write beside the stream now.
    public static let chatClosed = Self(rawValue: "chat_closed")
    /// The hosts let this guest write nothing more.
    public static let chatMuted = Self(rawValue: "chat_muted")
    /// It is only to be had as a WebSocket.
    public static let upgradeRequired = Self(rawValue: "upgrade_required")
    public static let alreadyEntered = Self(rawValue: "already_entered")
    public static let idempotencyMismatch = Self(rawValue: "idempotency_mismatch")
    public static let feedExpired = Self(rawValue: "feed_expired")
    public static let tooLarge = Self(rawValue: "too_large")
    public static let unsupportedMedia = Self(rawValue: "unsupported_media")
    public static let rangeNotSatisfiable = Self(rawValue: "range_not_satisfiable")
    public static let emailInvalid = Self(rawValue: "email_invalid")
    public static let termsRequired = Self(rawValue: "terms_required")
    public static let invalidAmount = Self(rawValue: "invalid_amount")
    public static let importRefused = Self(rawValue: "import_refused")
    /// A part did not arrive as it was sent.
    public static let checksumMismatch = Self(rawValue: "checksum_mismatch")
    /// The service has a record of this that it can't read.
    public static let damagedRecord = Self(rawValue: "damaged_record")
    public static let rateLimited = Self(rawValue: "rate_limited")
    public static let serverError = Self(rawValue: "server_error")
    public static let unavailable = Self(rawValue: "unavailable")

    private static let statuses: [ErrorCode: Int] = [
        .invalidJSON: 400, .malformedRequest: 400, .invalidField: 422, .invalidFilterExpression: 422, .invalidCursor: 400, .invalidApp: 401,
        .invalidToken: 401,
        .invalidClient: 401, .insufficientScope: 403, .proofRequired: 403, .incorrectAccessCode: 403, .regionBlocked: 403,
        .invalidSignature: 403,
        .notFound: 404,
        .methodNotAllowed: 405,
        .conflict: 409, .invalidTransition: 409, .alreadyEntered: 409, .chatClosed: 409, .chatMuted: 403, .idempotencyMismatch: 409,
        .feedExpired: 410, .preconditionFailed: 412,
        .tooLarge: 413,
        .unsupportedMedia: 415, .rangeNotSatisfiable: 416, .emailInvalid: 422, .termsRequired: 422, .invalidAmount: 422,
        .importRefused: 422, .checksumMismatch: 422, .upgradeRequired: 426, .rateLimited: 429, .serverError: 500, .damagedRecord: 500,
        .unavailable: 503,
    ]
}
