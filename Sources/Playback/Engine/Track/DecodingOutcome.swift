// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Whether anything of a track could be decoded since its item was loaded.
struct DecodingOutcome {
    private var hasOutput = false
    private var error: CodecError?

    mutating func decoded() { hasOutput = true }
    mutating func failed(_ error: CodecError) { self.error = error }

    /// Why nothing could be decoded; nil if something was, or if nothing has failed.
    var damage: CodecError? { hasOutput ? nil : error }
}
