// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// An event by which the playback quality of an item is judged.
public struct MetricEvent: Identifiable, Sendable {
    /// What happened, with its measurements.
    public enum Kind: Sendable {
        /// The item's loader returned its metadata for the first time. `service` is the time in seconds that the loader took, 0 for an item
        /// without one. `experience` is the part of it that the user waited for, 0 if the item was loaded ahead.
        case metadata(experience: Double, service: Double)
        /// The first frame or audio is available; once each time the item is loaded. `experience` is the time in seconds that the user
        /// waited for it, counted from when the item was current and its metadata known; 0 if it was loaded ahead.
        case asset(experience: Double)
        /// Playback stopped with an error, before or after the first frame.
        case failure(PlayerError)
        /// Something was missing, but playback continued.
        case warning(PlayerError)
        /// Playback stalled for lack of data. Waiting after a seek doesn't count.
        case stall
        /// The stall is over: there is data again, or playback is no longer requested.
        case resumeAfterStall
    }

    /// Increases within a player.
    public let id: Int
    /// The wall-clock time of the event.
    public let date: Date
    /// Seconds on the item's timeline; nil while unknown.
    public let time: Double?
    /// What happened.
    public let kind: Kind

    package init(id: Int, date: Date, time: Double?, kind: Kind) {
        self.id = id
        self.date = date
        self.time = time
        self.kind = kind
    }
}
