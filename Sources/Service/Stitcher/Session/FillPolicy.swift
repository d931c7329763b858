// SPDX-License-Identifier: Apache-2.0

/// How breaks are filled.
public struct FillPolicy: Hashable, Sendable, Codable {
    /// A creative of the operator.
    public struct Filler: Hashable, Sendable, Codable {
        public var creativeKey: String
        /// In seconds.
        public var duration: Double

        public init(creativeKey: String, duration: Double) {
            self.creativeKey = creativeKey
            self.duration = duration
        }
    }

    /// Shown where there is no ad; nil to show the content itself.
    public var slate: Filler?
    /// Played before the first and after the last ad: at most ten seconds, included in the break's duration.
    public var startBumper: Filler?
    public var endBumper: Filler?
    /// The longest unfilled time of a break in seconds; a break with more gets no ads at all.
    public var largestUnderfill: Double = .greatestFiniteMagnitude
    /// Seconds by which the last ad may exceed the break.
    public var overfillTolerance = 0.0
    /// The limit of ads per break.
    public var maximumAds = Int.max
    public var separation = AdSeparation()

    /// Longer creatives can't be bumpers.
    public static let longestBumper = 10.0

    public init() {}
}

/// Which ads may not share a break, and how often one may be shown.
public struct AdSeparation: Hashable, Sendable, Codable {
    public enum Subject: String, Hashable, Sendable, Codable { case creative, advertiser, category }

    public struct Cap: Hashable, Sendable, Codable {
        public var subject: Subject
        public var count: Int
        /// The period in seconds.
        public var period: Double

        public init(_ subject: Subject, count: Int, period: Double) {
            self.subject = subject
            self.count = count
            self.period = period
        }
    }

    public var caps: [Cap] = []
    /// Whether an advertiser, or a category, may occur only once per break.
    public var separatesAdvertisers = false
    public var separatesCategories = false

    public init() {}

    /// What was shown, and when.
    public struct Showing: Hashable, Sendable, Codable {
        public var creativeKey: String
        public var advertiser: String?
        public var categories: [String]
        /// In seconds.
        public var at: Double
    }

    /// Why an ad can't be in a break; nil if it can.
    func refusal(of ad: AdCandidate, beside others: [AdCandidate], after showings: [Showing], at now: Double) -> BreakDecision.Skipped
        .Reason?
    {
        if others.contains(where: { $0.creativeKey == ad.creativeKey }) { return .alreadyInPod }
        if separatesAdvertisers, let name = ad.advertiser, others.contains(where: { $0.advertiser == name }) { return .competing }
        if separatesCategories, others.contains(where: { !Set($0.categories).isDisjoint(with: ad.categories) }) { return .competing }
        for cap in caps {
            let recent = showings.filter { $0.at > now - cap.period }
            func count(_ matches: (String, String?, [String]) -> Bool) -> Int {
                recent.count { matches($0.creativeKey, $0.advertiser, $0.categories) }
                    + others.count { matches($0.creativeKey, $0.advertiser, $0.categories) }
            }
            let shown: Int
            switch cap.subject {
            case .creative: shown = count { key, _, _ in key == ad.creativeKey }
            case .advertiser: shown = ad.advertiser == nil ? 0 : count { _, name, _ in name == ad.advertiser }
            case .category: shown = count { _, _, categories in !Set(categories).isDisjoint(with: ad.categories) }
            }
            if shown >= cap.count { return .capped }
        }
        return nil
    }
}
