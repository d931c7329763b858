// SPDX-License-Identifier: Apache-2.0

/// Whether anything of a track could be decoded since its item was loaded.
struct DecodingOutcome {
    private var hasInput = false
    private var hasOutput = false

    /// The decoder received a sample from which it should produce output.
    mutating func receivedInput() { hasInput = true }
    mutating func producedOutput() { hasOutput = true }

    /// Nothing could be decoded, although there was something.
    var isDamaged: Bool { hasInput && !hasOutput }
}
