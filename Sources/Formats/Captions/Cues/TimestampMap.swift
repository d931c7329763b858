// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Maps the clock of a WebVTT segment to its stream's: X-TIMESTAMP-MAP (RFC 8216bis 3.1.4).
public struct TimestampMap: Hashable, Sendable {
    /// In ticks of 90 kHz.
    public var mpegTS: UInt64
    /// The cue time at that timestamp.
    public var local: MediaTime

    public init(mpegTS: UInt64, local: MediaTime) {
        self.mpegTS = mpegTS
        self.local = local
    }
}
