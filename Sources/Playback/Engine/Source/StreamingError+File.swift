// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

extension StreamingError {
    /// Describes why a single file can't be played, or no further.
    /// - Parameters:
    ///   - failure: the transport's error, if that is the cause.
    ///   - isMedia: part of it could be played.
    ///   - isLocal: it is a local file.
    init(_ error: CodecError, _ failure: TransportError?, address: String, isMedia: Bool, isLocal: Bool) {
        let code: Code =
            switch error.code {
            case .unsupported: .unsupported
            case .locked: .key
            default: .unavailable
            }
        guard isMedia || error.code != .malformed else {
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
