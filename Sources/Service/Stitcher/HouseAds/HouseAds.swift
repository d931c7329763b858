// SPDX-License-Identifier: Apache-2.0

/// Chooses house ads. It is a value, so it can be stored with its showings and restored.
public struct HouseAds: Hashable, Sendable, Codable {
    public struct Showing: Hashable, Sendable, Codable {
        public var campaign: String
        public var viewer: String?
        /// Seconds since 1970.
        public var at: Double
    }

    public struct Choice: Hashable, Sendable {
        public var campaign: HouseCampaign
        public var creative: HouseCampaign.Creative
    }

    public var campaigns: [HouseCampaign]
    public private(set) var showings: [Showing] = []
    /// The total number of showings per campaign, including those that were forgotten.
    public private(set) var totals: [String: Int] = [:]

    public init(campaigns: [HouseCampaign]) { self.campaigns = campaigns }

    /// Chooses the ads of one break without repeats: by priority, then randomly by weight.
    ///
    /// - Parameter now: seconds since 1970.
    public func choose(_ request: HouseRequest, at now: Double) -> [Choice] {
        choose(request, at: now) { shown($0, $1, viewer: $2, at: now) }
    }

    /// Chooses ads, with showings that the caller counts.
    ///
    /// - Parameter shown: returns how often a campaign was shown within a cap's period, to one viewer or, if nil, to all.
    public func choose(
        _ request: HouseRequest, at now: Double, shown: (_ campaign: HouseCampaign, _ cap: HouseCampaign.Cap, _ viewer: String?) -> Int
    ) -> [Choice] {
        var randomSeed = request.randomSeed
        var left = request.duration
        var choices: [Choice] = []
        var usedCategories: Set<String> = []
        var open = campaigns.filter { isOpen($0, request, now, shown) }
        while !open.isEmpty, choices.count < request.maximumAds {
            let first = open.map(\.priority).min() ?? 0
            let equals = open.indices.filter { open[$0].priority == first }
            let campaign = open.remove(at: equals[Self.draw(equals.map { open[$0].weight }, &randomSeed)])
            if let category = campaign.category, usedCategories.contains(category) { continue }
            let creatives = campaign.creatives.filter { $0.duration > 0 && $0.duration <= left + 0.01 }
            guard !creatives.isEmpty else { continue }
            let creative = creatives[Self.draw(creatives.map(\.weight), &randomSeed)]
            choices.append(Choice(campaign: campaign, creative: creative))
            if let category = campaign.category { usedCategories.insert(category) }
            left -= creative.duration
        }
        return choices
    }

    /// Records a showing.
    public mutating func count(_ campaign: String, viewer: String?, at now: Double) {
        showings.append(Showing(campaign: campaign, viewer: viewer, at: now))
        totals[campaign, default: 0] += 1
        // Forgets showings that no cap needs any more.
        if showings.count % 1024 == 0 { forget(at: now) }
    }

    private mutating func forget(at now: Double) {
        var longest: [String: Double] = [:]
        for campaign in campaigns {
            let viewer = campaign.viewerCaps.map { $0.period ?? .infinity }
            longest[campaign.id] = (viewer + campaign.totalCaps.compactMap(\.period)).max() ?? 0
        }
        showings.removeAll { $0.at < now - (longest[$0.campaign] ?? 0) }
    }

    /// Whether a campaign runs and its targeting matches, regardless of its caps.
    public static func isTargeted(_ campaign: HouseCampaign, for request: HouseRequest, at now: Double) -> Bool {
        !campaign.isPaused && campaign.weight > 0 && now >= campaign.starts ?? -.infinity && now < campaign.ends ?? .infinity
            && campaign.targeting.allSatisfy { matches($0.value, request.keyValues[$0.key] ?? []) }
    }

    private func isOpen(
        _ campaign: HouseCampaign, _ request: HouseRequest, _ now: Double, _ shown: (HouseCampaign, HouseCampaign.Cap, String?) -> Int
    ) -> Bool {
        guard Self.isTargeted(campaign, for: request, at: now), campaign.totalCaps.allSatisfy({ shown(campaign, $0, nil) < $0.count })
        else {
            return false
        }
        guard let viewer = request.viewer else { return true }
        return campaign.viewerCaps.allSatisfy { shown(campaign, $0, viewer) < $0.count }
    }

    private func shown(_ campaign: HouseCampaign, _ cap: HouseCampaign.Cap, viewer: String?, at now: Double) -> Int {
        guard let viewer else { return cap.period.map { count(campaign.id, since: now - $0) { _ in true } } ?? totals[campaign.id] ?? 0 }
        return count(campaign.id, since: cap.period.map { now - $0 } ?? -.infinity) { $0 == viewer }
    }

    private func count(_ campaign: String, since start: Double, _ matches: (String?) -> Bool) -> Int {
        showings.count { $0.campaign == campaign && $0.at > start && matches($0.viewer) }
    }

    private static func matches(_ rules: [String], _ given: Set<String>) -> Bool {
        let excluded = rules.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        let included = rules.filter { !$0.hasPrefix("!") }
        return given.isDisjoint(with: excluded) && (included.isEmpty || !given.isDisjoint(with: included))
    }

    /// Draws an index by weight, and advances the random number (splitmix64).
    private static func draw(_ weights: [Int], _ randomSeed: inout UInt64) -> Int {
        randomSeed &+= 0x9E37_79B9_7F4A_7C15
        var mixed = randomSeed
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        let total = weights.reduce(0) { $0 + max(1, $1) }
        var rest = Int(mixed % UInt64(max(1, total)))
        for (index, weight) in weights.enumerated() {
            rest -= max(1, weight)
            if rest < 0 { return index }
        }
        return 0
    }
}
