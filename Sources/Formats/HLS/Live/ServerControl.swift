// SPDX-License-Identifier: Apache-2.0

/// What the server can do (EXT-X-SERVER-CONTROL, RFC 8216bis 4.4.3.8). All times are seconds.
public struct ServerControl: Hashable, Sendable {
    /// `_HLS_msn` and `_HLS_part` are answered when the named segment exists.
    public var canBlockReload: Bool
    /// Segments further than this from the end may be skipped by delta updates; nil when there are none.
    public var canSkipUntil: Double?
    /// Delta updates may leave out date ranges too (`_HLS_skip=v2`).
    public var canSkipDateRanges: Bool
    /// How far from the end of the last segment to play; three target durations when nil.
    public var holdBack: Double?
    /// The same for players that use parts.
    public var partHoldBack: Double?

    public init(
        canBlockReload: Bool = false, canSkipUntil: Double? = nil, canSkipDateRanges: Bool = false, holdBack: Double? = nil,
        partHoldBack: Double? = nil
    ) {
        self.canBlockReload = canBlockReload
        self.canSkipUntil = canSkipUntil
        self.canSkipDateRanges = canSkipDateRanges
        self.holdBack = holdBack
        self.partHoldBack = partHoldBack
    }
}
