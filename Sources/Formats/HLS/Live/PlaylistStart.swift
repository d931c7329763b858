// SPDX-License-Identifier: Apache-2.0

/// The author's preferred start position (EXT-X-START, RFC 8216bis 4.4.2.2).
public struct PlaylistStart: Hashable, Sendable {
    /// Seconds from the start of the playlist; negative from its end.
    public var timeOffset: Double
    /// Whether samples before the offset are not rendered.
    public var isPrecise: Bool

    public init(timeOffset: Double, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}
