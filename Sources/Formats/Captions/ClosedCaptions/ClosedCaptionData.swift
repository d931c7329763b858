// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The captions carried by one video frame: `cc_data` (CTA-708-E 4.4), three bytes for each pair of caption bytes.
public struct ClosedCaptionData: Hashable, Sendable {
    /// The frame's presentation time.
    public var time: MediaTime
    /// Three bytes each: marker, validity and type; then the pair. Trailing bytes that do not form a triplet are ignored.
    public var triplets: [UInt8]

    public init(time: MediaTime, triplets: [UInt8]) {
        self.time = time
        self.triplets = triplets
    }
}
