// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

extension StreamingError {
    /// Why a single file can't be played, or not further.
    /// - Parameters:
    ///   - failure: of the transport that brings its bytes, if that is the cause.
    ///   - isMedia: something in it could be played.
    ///   - isLocal: it is a file of this machine.
    init(_ error: CodecError, _ failure: TransportError?, address: String, isMedia: Bool, isLocal: Bool) {
        let code: Code =
            switch error.code {
            case .unsupported: .unsupported
            case .locked: .key
            default: .unavailable
            }
        guard isMedia || error.code != .malformed else {
            let message =
                "neither a playlist nor a media file that can be played here (\(error.description)). Check that the address "
                + "leads to the media itself, not to a page or a list around it"
            self.init(.unsupported, message: message, url: address)
            return
        }
        // No network is to blame for what becomes of a file of this machine.
        let isOfNetwork = failure.map { !isLocal || $0.cause == .notFound } ?? false
        self.init(
            code, message: error.description, url: address, underlying: isOfNetwork ? failure.map { LoadFailure($0) } : nil,
            isTransient: failure?.canRetry ?? false)
    }
}
