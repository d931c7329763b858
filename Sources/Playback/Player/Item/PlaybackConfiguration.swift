// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
public import WindowboxStreaming

/// Playback options of an item.
public struct PlaybackConfiguration: Hashable, Sendable {
    /// Start position in seconds; nil uses the default: the stream's own start position, else the beginning or the live edge.
    public var start: Double?
    /// After a pause or a stall, a live stream continues as far behind its live edge as before, within a target duration, instead of where
    /// it stopped.
    public var automaticallyPreservesTimeOffsetFromLive: Bool
    /// Seconds of media to load ahead of the position; 0 lets the engine decide. More may be loaded, because segments are loaded
    /// completely.
    public var preferredForwardBufferDuration: Double

    /// Interstitials in addition to those of the playlist: ads before, during and after the item.
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
