// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

extension StreamingError {
    /// What is known about the content of a file that failed.
    enum FileContent {
        /// Part of it could be played.
        case media
        /// Nothing could be played; what it seems to be, if that can be told.
        case foreign(FailureReason?)
    }

    /// Describes why a single file can't be played, or no further.
    /// - Parameters:
    ///   - failure: the transport's error, if that is the cause.
    ///   - isLocal: it is a local file.
    init(_ error: CodecError, _ failure: TransportError?, address: String, isLocal: Bool, content: FileContent) {
        let code: Code =
            switch error.code {
            case .unsupported: .unsupported
            case .locked: .key
            default: .unavailable
            }
        if case .foreign(let reason) = content, error.code == .malformed || error.code == .unsupported, let found = reason?.foundContent {
            self.init(.unsupported, message: "\(found) (\(error.description))", url: address, reason: reason)
            return
        }
        if case .foreign = content, error.code == .malformed {
            let message =
                "neither a playlist nor a supported media file (\(error.description)). Check that the URL "
                + "points to the media itself, not to a page or list that contains it"
            self.init(.unsupported, message: message, url: address)
            return
        }
        // The network is not to blame for a problem with a local file.
        let isOfNetwork = failure.map { !isLocal || $0.cause == .notFound } ?? false
        self.init(
            code, message: error.description, url: address, underlying: isOfNetwork ? failure.map { LoadFailure($0) } : nil,
            isTransient: failure?.canRetry ?? false)
    }
}
