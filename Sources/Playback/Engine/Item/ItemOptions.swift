// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// How an engine plays one item.
public struct ItemOptions: Hashable, Sendable {
    /// Seconds of media kept loaded ahead of the position; nil is what the engine's configuration says.
    public var forwardBuffer: Double?
    /// After a pause or a stall a live stream goes on as far behind its edge as it was before, within a target duration.
    public var preservesOffsetFromLive: Bool

    /// Other content that is to interrupt it, beside what its playlist names.
    public var interstitials: [ScheduledInterstitial]

    public init(forwardBuffer: Double? = nil, preservesOffsetFromLive: Bool = false, interstitials: [ScheduledInterstitial] = []) {
        self.forwardBuffer = forwardBuffer
        self.preservesOffsetFromLive = preservesOffsetFromLive
        self.interstitials = interstitials
    }
}
