// SPDX-License-Identifier: Apache-2.0

/// What the quality rule hears of the network. Every transfer of media counts; small texts tell nothing of bandwidth.
public enum TransferEvent: Hashable, Sendable {
    case requested(LoadID)
    case firstByte(LoadID)
    /// Bits of the body so far.
    case progressed(LoadID, bits: Double)
    /// The whole body.
    case finished(LoadID, bits: Double)
    /// Given up, or failed: what arrived until the last progress still counts.
    case cancelled(LoadID)
}
