// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// How an engine plays one item.
public struct ItemOptions: Hashable, Sendable {
    /// Seconds of media to keep loaded ahead of the position; nil uses the engine's configuration.
    public var forwardBuffer: Double?
    /// Resumes a live stream after a pause or a stall as far behind its edge as before, to within 1.5 target durations.
    public var preservesOffsetFromLive: Bool

    /// Interstitials in addition to those in the item's playlist.
    public var interstitials: [ScheduledInterstitial]

    public init(forwardBuffer: Double? = nil, preservesOffsetFromLive: Bool = false, interstitials: [ScheduledInterstitial] = []) {
        self.forwardBuffer = forwardBuffer
        self.preservesOffsetFromLive = preservesOffsetFromLive
        self.interstitials = interstitials
    }
}
