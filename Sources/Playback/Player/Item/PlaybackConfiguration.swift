// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
public import WindowboxStreaming

/// How one item is played.
public struct PlaybackConfiguration: Hashable, Sendable {
    /// Where it starts, in seconds; nil is its default position: what the stream says, else the beginning, or the live edge.
    public var start: Double?
    /// After a pause or a stall a live stream goes on as far behind its edge as it was before, within a target duration, instead
    /// of where it stopped.
    public var automaticallyPreservesTimeOffsetFromLive: Bool
    /// Seconds of media to keep loaded ahead of the position; 0 lets the engine decide. Whole segments are loaded, so that more
    /// may be held.
    public var preferredForwardBufferDuration: Double

    /// Other content that is to interrupt the item, beside what its playlist names: ads before, in and behind it.
    public var interstitials: [ScheduledInterstitial]

    public init(
        start: Double? = nil, automaticallyPreservesTimeOffsetFromLive: Bool = false, preferredForwardBufferDuration: Double = 0,
        interstitials: [ScheduledInterstitial] = []
    ) {
        self.interstitials = interstitials
        self.start = start
        self.automaticallyPreservesTimeOffsetFromLive = automaticallyPreservesTimeOffsetFromLive
        self.preferredForwardBufferDuration = preferredForwardBufferDuration
    }

    var options: ItemOptions {
        ItemOptions(
            forwardBuffer: preferredForwardBufferDuration > 0 ? preferredForwardBufferDuration : nil,
            preservesOffsetFromLive: automaticallyPreservesTimeOffsetFromLive, interstitials: interstitials)
    }
}
