// SPDX-License-Identifier: Apache-2.0

/// The server's capabilities (EXT-X-SERVER-CONTROL, RFC 8216bis 4.4.3.8). All times are in seconds.
public struct ServerControl: Hashable, Sendable {
    /// Whether blocking reload with `_HLS_msn` and `_HLS_part` is supported.
    public var canBlockReload: Bool
    /// The distance from the end beyond which delta updates may skip segments; nil if delta updates are not supported.
    public var canSkipUntil: Double?
    /// Whether delta updates may skip date ranges too (`_HLS_skip=v2`).
    public var canSkipDateRanges: Bool
    /// The minimum distance from the end of the last segment to play at; three target durations if nil.
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
