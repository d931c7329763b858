// SPDX-License-Identifier: Apache-2.0

/// An error response of the service: `{"error":{"code","message","field","offset","request_id"}}`.
public struct APIError: Error, Hashable, Sendable, Codable {
    /// The content of the response.
    public struct Detail: Hashable, Sendable, Codable {
        /// The kind of error, by which clients decide what to do.
        public var code: ErrorCode
        /// The cause and the remedy, for people, in English.
        public var message: String
        /// The path of the invalid field, such as `source.filter`.
        public var field: String?
        /// The byte offset of the error in the field's UTF-8 text.
        public var offset: Int?
        /// Identifies the request in the service's log.
        public var requestID: String?

        enum CodingKeys: String, CodingKey { case code, message, field, offset, requestID = "request_id" }
    }

    /// The content of the response.
    public var error: Detail

    /// - Parameters:
    ///   - message: the cause and the remedy, for people, in English.
    ///   - field: the path of the invalid member of the request.
    ///   - offset: the position of the error in the member's text.
    ///   - requestID: the request's id in the service's log.
    public init(_ code: ErrorCode, _ message: String, field: String? = nil, offset: Int? = nil, requestID: String? = nil) {
        error = Detail(code: code, message: message, field: field, offset: offset, requestID: requestID)
    }

    /// The kind of error.
    public var code: ErrorCode { error.code }
}

/// An error code, with its HTTP status.
public struct ErrorCode: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The HTTP status; 500 for unknown codes of newer services.
    public var status: Int { Self.statuses[self] ?? 500 }
    public static var known: [ErrorCode] { statuses.keys.sorted { $0.rawValue < $1.rawValue } }

    /// The body isn't valid JSON, or a member has the wrong type.
    public static let invalidJSON = Self(rawValue: "invalid_json")
    /// The request violates HTTP.
    public static let malformedRequest = Self(rawValue: "malformed_request")
    /// A member or a parameter is invalid; ``APIError/Detail/field`` names it.
    public static let invalidField = Self(rawValue: "invalid_field")
    /// A hashtag expression is invalid; ``APIError/Detail/offset`` is the place.
    public static let invalidFilterExpression = Self(rawValue: "invalid_filter_expression")
    /// The cursor of a page is invalid, or has expired.
    public static let invalidCursor = Self(rawValue: "invalid_cursor")
    /// The app is unknown, or doesn't allow the program.
    public static let invalidApp = Self(rawValue: "invalid_app")
    /// The token is missing, invalid or expired.
    public static let invalidToken = Self(rawValue: "invalid_token")
    /// The id or the secret of the client is wrong.
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// This requires more than a token obtained with a device id alone.
    public static let proofRequired = Self(rawValue: "proof_required")
    /// The token doesn't have the required scope.
    public static let insufficientScope = Self(rawValue: "insufficient_scope")
    /// The access code is wrong.
    public static let incorrectAccessCode = Self(rawValue: "incorrect_access_code")
    /// The content must not be played in the viewer's region.
    public static let regionBlocked = Self(rawValue: "region_blocked")
    /// A media URL was modified or has expired.
    public static let invalidSignature = Self(rawValue: "invalid_signature")
    /// There is no such resource, or the caller must not know of it.
    public static let notFound = Self(rawValue: "not_found")
    /// The resource doesn't support the HTTP method.
    public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    /// The resource does not have the state named in `If-Match`, because it was changed.
    public static let preconditionFailed = Self(rawValue: "precondition_failed")
    /// The resource exists already, or is in use.
    public static let conflict = Self(rawValue: "conflict")
    /// The resource can't go from its state to the requested one.
    public static let invalidTransition = Self(rawValue: "invalid_transition")
    /// Chat is closed for this stream.
    public static let chatClosed = Self(rawValue: "chat_closed")
    /// Comments cannot be written on this video.
    public static let commentsClosed = Self(rawValue: "comments_closed")
    /// The hosts or moderators have muted this guest.
    public static let chatMuted = Self(rawValue: "chat_muted")
    /// The resource is only available as a WebSocket.
    public static let upgradeRequired = Self(rawValue: "upgrade_required")
    /// The guest has taken part already.
    public static let alreadyEntered = Self(rawValue: "already_entered")
    /// The same idempotency key was used with another request.
    public static let idempotencyMismatch = Self(rawValue: "idempotency_mismatch")
    /// The feed's session has expired; start a new one.
    public static let feedExpired = Self(rawValue: "feed_expired")
    /// The request is larger than allowed.
    public static let tooLarge = Self(rawValue: "too_large")
    /// The media type isn't supported.
    public static let unsupportedMedia = Self(rawValue: "unsupported_media")
    /// The requested byte range is outside the resource.
    public static let rangeNotSatisfiable = Self(rawValue: "range_not_satisfiable")
    /// The email address is invalid.
    public static let emailInvalid = Self(rawValue: "email_invalid")
    /// The terms have to be accepted.
    public static let termsRequired = Self(rawValue: "terms_required")
    /// An amount is negative or too large.
    public static let invalidAmount = Self(rawValue: "invalid_amount")
    /// The file can't be imported from this URL.
    public static let importRefused = Self(rawValue: "import_refused")
    /// A part was corrupted in transit.
    public static let checksumMismatch = Self(rawValue: "checksum_mismatch")
    /// The service has a record that it cannot read.
    public static let damagedRecord = Self(rawValue: "damaged_record")
    /// Too many requests; try again after the time in `Retry-After`.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The service has failed; its log has the cause.
    public static let serverError = Self(rawValue: "server_error")
    /// The service can't answer now; try again later.
    public static let unavailable = Self(rawValue: "unavailable")

    private static let statuses: [ErrorCode: Int] = [
        .invalidJSON: 400, .malformedRequest: 400, .invalidField: 422, .invalidFilterExpression: 422, .invalidCursor: 400, .invalidApp: 401,
        .invalidToken: 401,
        .invalidClient: 401, .insufficientScope: 403, .proofRequired: 403, .incorrectAccessCode: 403, .regionBlocked: 403,
        .invalidSignature: 403,
        .notFound: 404,
        .methodNotAllowed: 405,
        .conflict: 409, .invalidTransition: 409, .alreadyEntered: 409, .chatClosed: 409, .commentsClosed: 409, .chatMuted: 403,
        .idempotencyMismatch: 409,
        .feedExpired: 410, .preconditionFailed: 412,
        .tooLarge: 413,
        .unsupportedMedia: 415, .rangeNotSatisfiable: 416, .emailInvalid: 422, .termsRequired: 422, .invalidAmount: 422,
        .importRefused: 422, .checksumMismatch: 422, .upgradeRequired: 426, .rateLimited: 429, .serverError: 500, .damagedRecord: 500,
        .unavailable: 503,
    ]
}
