// SPDX-License-Identifier: Apache-2.0

/// An incremental caption reader: it takes bytes in pieces of any size and returns cues as soon as each is complete. The cues and
/// errors do not depend on how the bytes are split.
public protocol CaptionReader: Sendable {
    /// - Parameter limits: what a file may cost; what exceeds them is reported and left out.
    init(limits: CaptionLimits)

    /// The errors found so far.
    var errors: [CaptionError] { get }

    /// Reads more bytes and returns the cues they complete.
    mutating func read(_ bytes: [UInt8]) -> [Cue]

    /// Ends the file and returns the cues that this completes.
    mutating func finish() -> [Cue]
}
