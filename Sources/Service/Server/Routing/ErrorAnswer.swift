// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// The caller has exceeded a rate limit.
struct TooManyCalls: Error, Hashable, Sendable {
    /// Seconds.
    var retryAfter: Double
}

extension APIResponse {
    /// The response for an error, without details that only the log may contain.
    init(_ error: any Error, requestID: String) {
        var told: APIError
        var retryAfter: Int?
        switch error {
        case let error as APIError: told = error
        case let error as any ToldError: told = error.told
        case let error as TooManyCalls:
            let seconds = max(1, Int(error.retryAfter.rounded(.up)))
            told = APIError(.rateLimited, "Too many calls. Try again in \(seconds) s.")
            retryAfter = seconds
        case let error as CatalogueError where error.canRetry:
            told = APIError(.unavailable, "The service can't do this at the moment. Try again.")
            retryAfter = error.isFull ? 60 : 1
        case let error as UploadError: told = APIError(error)
        case let error as PackagerError where error.isOfSource: told = APIError(.invalidField, error.description)
        case let error as StorageError where error.canRetry:
            told = APIError(.unavailable, "The service has no room for this at the moment, or its store doesn't answer. Try again.")
            retryAfter = 60
        default: told = APIError(.serverError, "Something went wrong in the service. Its log has more under this id.")
        }
        told.error.requestID = requestID
        let json = try? APIResponse.json(told, status: told.code.status)
        self = json ?? APIResponse(status: told.code.status)
        code = told.code
        fields[.cacheControl] = "no-store"
        if let retryAfter { fields[.retryAfter] = String(retryAfter) }
        switch told.code {
        case .invalidToken, .invalidClient: fields[.wwwAuthenticate] = "Bearer error=\"\(told.code.rawValue)\""
        case .upgradeRequired:
            fields[.upgrade] = "websocket"
            fields[.secWebSocketVersion] = "13"
        case .insufficientScope: fields[.wwwAuthenticate] = "Bearer error=\"insufficient_scope\""
        default: break
        }
    }
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
