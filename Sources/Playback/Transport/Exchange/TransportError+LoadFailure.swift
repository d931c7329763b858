// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

extension LoadFailure {
    /// Converts an error to a session's failure. A missing file becomes status 404, an unreadable one 403.
    public init(_ error: TransportError) {
        let cause: Cause =
            switch error.cause {
            case .status: .status(error.status ?? 400)
            case .notFound: .status(404)
            case .unreadable: .status(403)
            case .refused: .refused
            case .address: .address
            case .timeout: .timeout
            case .truncated: .truncated
            case .redirect: .redirect
            case .key, .decryption: .key
            case .malformed: .malformed
            case .unsupported: .unsupported
            case .tooLarge: .tooLarge
            default: .connection
            }
        self.init(cause, retryAfter: error.retryAfter, message: error.description, reason: error.reason)
        isInitialization = error.isInitialization
        isUntrusted = error.cause == .untrusted
    }
}
