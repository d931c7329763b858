// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Something in the playing of an item that its quality is judged by.
public struct MetricEvent: Identifiable, Sendable {
    public enum Kind: Sendable {
        /// The item's loader has told what it is, for the first time. `service` is the seconds that the loader took, 0 for an item
        /// that needs none; `experience` those of them that the person waited for, 0 when the item was loaded ahead.
        case metadata(experience: Double, service: Double)
        /// The first picture or sound is there; once each time that the item is loaded. `experience` is the seconds that the person
        /// waited for it, counted from when the item was known and the current one; 0 when it was loaded ahead.
        case asset(experience: Double)
        /// Nothing goes on; before the first picture or in the midst of playing.
        case failure(PlayerError)
        /// Something was missing, and playing went on.
        case warning(PlayerError)
        /// Playing came to a stand for want of data. Waiting after a seek is not one.
        case stall
        /// The stand is over: there is data again, or playing is not wanted any more.
        case resumeAfterStall
    }

    /// Counts up within a player.
    public let id: Int
    public let date: Date
    /// Seconds on the item's timeline; nil while unknown.
    public let time: Double?
    public let kind: Kind

    package init(id: Int, date: Date, time: Double?, kind: Kind) {
        self.id = id
        self.date = date
        self.time = time
        self.kind = kind
    }
}
