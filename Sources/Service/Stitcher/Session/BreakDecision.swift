// SPDX-License-Identifier: Apache-2.0

/// What plays in one break of one session. Once fixed it stays, for all renditions and as long as the break can be seen.
public struct BreakDecision: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable { case ad, bumper, slate }

    /// One piece of the break.
    public struct Slot: Hashable, Sendable, Codable {
        public var kind: Kind
        public var creativeKey: String
        /// Seconds that it plays; of slate, which is looped and cut where a segment ends, the time it has to fill.
        public var duration: Double
        /// Nil for bumpers and slate.
        public var ad: AdCandidate?

        public init(_ kind: Kind, creativeKey: String, duration: Double, ad: AdCandidate? = nil) {
            self.kind = kind
            self.creativeKey = creativeKey
            self.duration = duration
            self.ad = ad
        }
    }

    /// An ad that does not play, and what its error addresses are told.
    public struct Skipped: Hashable, Sendable, Codable {
        public enum Reason: String, Hashable, Sendable, Codable {
            case noRoom, notReady, noFile, cannotBePrepared, unfit, alreadyInPod, competing, capped, noLength
        }

        public var ad: AdCandidate
        public var reason: Reason
        /// Of VAST.
        public var errorCode: Int
    }

    /// Why the break is as it is.
    public enum Outcome: String, Hashable, Sendable, Codable {
        case filled
        /// There was no ad.
        case empty
        /// Too little of it could be filled.
        case underfilled
        /// The ad server did not answer in time.
        case late
        /// It is not to be filled for this session.
        case suppressed
    }

    public var outcome: Outcome
    public var slots: [Slot]
    public var skipped: [Skipped]

    public init(_ outcome: Outcome, slots: [Slot] = [], skipped: [Skipped] = []) {
        self.outcome = outcome
        self.slots = slots
        self.skipped = skipped
    }

    /// Seconds.
    public var duration: Double { slots.reduce(0) { $0 + $1.duration } }
    public var ads: [AdCandidate] { slots.compactMap(\.ad) }

    /// What a schedule wants to know of the whole break is told with its first ad and its last.
    var tellingOfItself: BreakDecision {
        var decision = self
        let places = slots.indices.filter { slots[$0].ad != nil }
        for place in places {
            decision.slots[place].ad?.trackers.removeAll {
                $0.event == "breakStart" && place != places.first || $0.event == "breakEnd" && place != places.last
            }
        }
        return decision
    }
}
