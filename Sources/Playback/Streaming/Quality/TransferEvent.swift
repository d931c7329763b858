// SPDX-License-Identifier: Apache-2.0

/// Network events for ``ABRController``. Report every media transfer; small texts say nothing about bandwidth.
public enum TransferEvent: Hashable, Sendable {
    /// A request was sent.
    case requested(LoadID)
    /// The first byte of the body has arrived.
    case firstByte(LoadID)
    /// Bits of the body received so far.
    case progressed(LoadID, bits: Double)
    /// Bits of the complete body.
    case finished(LoadID, bits: Double)
    /// Abandoned or failed: what arrived until the last progress still counts.
    case cancelled(LoadID)
}
