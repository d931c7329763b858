// SPDX-License-Identifier: Apache-2.0

/// Reads captions as they come: bytes in, in pieces of any size, cues out as soon as each is complete. However the bytes are cut, the
/// cues and the errors are the same.
public protocol CaptionReader: Sendable {
    init(limits: CaptionLimits)

    /// What could not be read up to now.
    var errors: [CaptionError] { get }

    /// The cues that these bytes complete.
    mutating func read(_ bytes: [UInt8]) -> [Cue]

    /// The cues that the end of the file completes.
    mutating func finish() -> [Cue]
}
