// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// How the errors of a path are shown to its callers.
enum ErrorFormat: Hashable, Sendable {
    /// As ``APIError``.
    case json
    /// As a page if nothing exists at the address, else as ``APIError``: people read pages, scripts read the rest.
    case page
    /// As a page of Studio for signed-in users.
    case studio
    /// As `{"message":"…"}`, for stitched streams.
    case stitched
}

/// An error as it is sent to a client. All errors that a handler throws become one.
struct HTTPError: Error, Sendable {
    /// The content sent to clients: the cause and the remedy, without details that only the log may contain.
    enum Body: Hashable, Sendable {
        case api(APIError)
        /// Without an error code: stitched streams are not part of the API.
        case message(String)
    }

    /// The HTTP status.
    let status: Int
    let body: Body
    /// Header fields of the response.
    var fields: HTTPFields = [.cacheControl: "no-store"]
    /// The cause of a failure of the service, which only the log may contain.
    var fault: String?

    var code: ErrorCode? { if case .api(let error) = body { error.code } else { nil } }

    init(_ error: APIError) {
        (status, body) = (error.code.status, .api(error))
        switch error.code {
        case .invalidToken, .invalidClient: fields[.wwwAuthenticate] = "Bearer error=\"\(error.code.rawValue)\""
        case .upgradeRequired:
            fields[.upgrade] = "websocket"
            fields[.secWebSocketVersion] = "13"
        case .insufficientScope: fields[.wwwAuthenticate] = "Bearer error=\"insufficient_scope\""
        default: break
        }
    }

    /// An error without a code of the API.
    init(status: Int, _ message: String) {
        (self.status, body) = (status, .message(message))
        if status == 503 || status == 504 { fields[.retryAfter] = "1" }
    }

    /// Any error, as clients may see it.
    init(reporting error: any Error) {
        switch error {
        case let error as HTTPError: self = error
        case let error as APIError: self.init(error)
        case let error as any HTTPErrorConvertible: self = error.httpError
        case let error as CatalogueError where error.canRetry:
            self.init(APIError(.unavailable, "The service can't do this at the moment. Try again."))
            fields[.retryAfter] = error.isFull ? "60" : "1"
        case let error as UploadError: self.init(APIError(error))
        case let error as PackagerError where error.isOfSource: self.init(APIError(.invalidField, error.description))
        case let error as StorageError where error.canRetry:
            self.init(APIError(.unavailable, "The media store is full or not responding. Try again later."))
            fields[.retryAfter] = "60"
        default:
            self.init(APIError(.serverError, "Something went wrong in the service. Its log has details under this request id."))
        }
        if status >= 500, code != nil, fault == nil { fault = String(describing: error) }
    }

    /// As JSON.
    func response(requestID: String) -> Response {
        var answer: Response?
        switch body {
        case .api(var error):
            error.error.requestID = requestID
            answer = try? .json(error, status: status)
        case .message(let message): answer = try? .json(["message": message], status: status)
        }
        var response = answer ?? Response(status: status)
        for field in fields { response.fields[field.name] = field.value }
        response.code = code
        return response
    }
}

/// An error that knows how it is sent to a client.
protocol HTTPErrorConvertible: Error {
    var httpError: HTTPError { get }
}

/// The caller has exceeded a rate limit.
struct RateLimitExceeded: HTTPErrorConvertible, Hashable, Sendable {
    /// Seconds.
    var retryAfter: Double

    /// `retryAfter` rounded up to the whole seconds that are sent to clients.
    var seconds: Int { max(1, Int(retryAfter.rounded(.up))) }

    var httpError: HTTPError {
        var error = HTTPError(APIError(.rateLimited, "Too many calls. Try again in \(seconds) s."))
        error.fields[.retryAfter] = String(seconds)
        return error
    }
}

extension Response {
    /// The response for an error as JSON.
    init(_ error: any Error, requestID: String) { self = HTTPError(reporting: error).response(requestID: requestID) }
}

extension APIError {
    init(_ error: UploadError) {
        let code: ErrorCode =
            switch error.code {
            case .unknown: .notFound
            case .tooLarge: .tooLarge
            case .invalidPart: .invalidField
            case .checksum: .checksumMismatch
            case .incomplete, .completed, .tooMany: .conflict
            case .picture: .unsupportedMedia
            default: .importRefused
            }
        self.init(code, error.description)
    }
}
