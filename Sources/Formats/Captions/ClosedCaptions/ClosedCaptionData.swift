// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The captions that came inside one picture: `cc_data` (CTA-708-E 4.4), three bytes for each pair of caption bytes.
public struct ClosedCaptionData: Hashable, Sendable {
    /// When the picture is shown.
    public var time: MediaTime
    /// Three bytes each: marker, validity and type; then the pair. A rest of fewer than three is left out.
    public var triplets: [UInt8]

    public init(time: MediaTime, triplets: [UInt8]) {
        self.time = time
        self.triplets = triplets
    }
}
