// SPDX-License-Identifier: Apache-2.0

/// Where the author wants playing to begin (EXT-X-START, RFC 8216bis 4.4.2.2).
public struct PlaylistStart: Hashable, Sendable {
    /// Seconds from the start of the playlist; negative from its end.
    public var timeOffset: Double
    /// Samples before the offset are not shown.
    public var isPrecise: Bool

    public init(timeOffset: Double, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}
