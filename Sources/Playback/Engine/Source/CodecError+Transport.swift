// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxTransport

extension CodecError {
    static let closed = CodecError(.source, "the item was closed")

    static func lockedFile(_ format: TrackFormat) -> CodecError {
        CodecError(
            .locked, "the \(format.codec) track of the file is encrypted, and a single file has no key; use a playlist with EXT-X-KEY")
    }

    static func transport(_ error: TransportError) -> CodecError { CodecError(.source, error.description) }
}
