// SPDX-License-Identifier: Apache-2.0

/// A VAST response: ads, or none with error URLs (VAST 4.3, 3.2).
public struct VASTDocument: Hashable, Sendable {
    /// The version as written; nil if missing.
    public var version: String?
    /// Ads in document order; pods are ordered by ``VASTAd/sequence``.
    public var ads: [VASTAd]
    /// URLs to report that there is no ad (code 303 inside a wrapper).
    public var errors: [String]
    /// Recoverable errors.
    public var problems: [VASTError]

    public init(version: String? = nil, ads: [VASTAd] = [], errors: [String] = [], problems: [VASTError] = []) {
        self.version = version
        self.ads = ads
        self.errors = errors
        self.problems = problems
    }

    /// The ads of the pod by sequence number; of equal numbers the first (VAST 4.3, 2.2.2).
    public var pod: [VASTAd] {
        var seen: Set<Int> = []
        return ads.filter { ad in ad.sequence.map { $0 > 0 && seen.insert($0).inserted } ?? false }
            .sorted { ($0.sequence ?? 0) < ($1.sequence ?? 0) }
    }

    /// The ads outside the pod: one is played if there is no pod, or replaces a failed ad of the pod.
    public var standAlone: [VASTAd] { ads.filter { ($0.sequence ?? 0) <= 0 } }
}
