// SPDX-License-Identifier: Apache-2.0

/// What plays in a break of a session. Once made, a decision doesn't change, for all renditions and as long as the break is visible.
public struct BreakDecision: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable { case ad, bumper, slate }

    /// One piece of the break.
    public struct Slot: Hashable, Sendable, Codable {
        public var kind: Kind
        public var creativeKey: String
        /// Its duration in seconds; for slate, which is looped and cut at a segment boundary, the time to fill.
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

    /// An ad that isn't played, and the error to report.
    public struct Skipped: Hashable, Sendable, Codable {
        public enum Reason: String, Hashable, Sendable, Codable {
            case noTimeLeft, notReady, noFile, cannotBePrepared, unfit, alreadyInPod, competing, capped, noLength
        }

        public var ad: AdCandidate
        public var reason: Reason
        /// The VAST error code.
        public var errorCode: Int
    }

    /// Why the break is filled as it is.
    public enum Outcome: String, Hashable, Sendable, Codable {
        case filled
        /// There were no ads.
        case empty
        /// Too little of it could be filled.
        case underfilled
        /// The ad server didn't respond in time.
        case late
        /// It must not be filled in this session.
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

    /// In seconds.
    public var duration: Double { slots.reduce(0) { $0 + $1.duration } }
    public var ads: [AdCandidate] { slots.compactMap(\.ad) }

    /// Break events of a schedule are reported once, with the break's first and last ads.
    var reportingItself: BreakDecision {
        var decision = self
        let adSlots = slots.indices.filter { slots[$0].ad != nil }
        for index in adSlots {
            decision.slots[index].ad?.trackers.removeAll {
                $0.event == "breakStart" && index != adSlots.first || $0.event == "breakEnd" && index != adSlots.last
            }
        }
        return decision
    }
}
