// SPDX-License-Identifier: Apache-2.0

/// Whether anything of a track could be decoded since its item was loaded.
struct DecodingOutcome {
    private var hasInput = false
    private var hasOutput = false

    /// The decoder got something of which it should make output.
    mutating func took() { hasInput = true }
    mutating func decoded() { hasOutput = true }

    /// Nothing could be decoded, although there was something.
    var isDamaged: Bool { hasInput && !hasOutput }
}
