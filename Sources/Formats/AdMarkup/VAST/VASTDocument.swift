// SPDX-License-Identifier: Apache-2.0

/// What an ad server answered: ads, or none and whom to tell (VAST 4.3, 3.2).
public struct VASTDocument: Hashable, Sendable {
    /// As written; nil when the root does not say.
    public var version: String?
    /// In the order of the document; the order of a pod is that of ``VASTAd/sequence``.
    public var ads: [VASTAd]
    /// Where to report that there is no ad (code 303 behind a wrapper).
    public var errors: [String]
    /// What could not be read and was got over.
    public var problems: [VASTError]

    public init(version: String? = nil, ads: [VASTAd] = [], errors: [String] = [], problems: [VASTError] = []) {
        self.version = version
        self.ads = ads
        self.errors = errors
        self.problems = problems
    }

    /// The ads that play one after the other, by their sequence numbers; of equal ones the first (VAST 4.3, 2.2.2).
    public var pod: [VASTAd] {
        var seen: Set<Int> = []
        return ads.filter { ad in ad.sequence.map { $0 > 0 && seen.insert($0).inserted } ?? false }
            .sorted { ($0.sequence ?? 0) < ($1.sequence ?? 0) }
    }

    /// The ads that belong to no pod: one of them is played where there is none, or stands in for one of the pod that failed.
    public var standAlone: [VASTAd] { ads.filter { ($0.sequence ?? 0) <= 0 } }
}
