// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// The ads of one break: the ads of the pod in sequence, and replacements for those that fail.
public struct AdPod: Sendable {
    /// The ads to play, in order; changed when an ad fails or is replaced.
    public private(set) var ads: [ResolvedAd]
    /// Stand-alone ads that were not chosen.
    public private(set) var reserve: [ResolvedAd]
    /// The dropped ads, with the code for their error URLs.
    public private(set) var dropped: [(ad: ResolvedAd, code: VASTErrorCode)] = []
    private var adIndex = 0

    /// - Parameters:
    ///   - ads: in sequence.
    ///   - reserve: stand-alone ads that may replace one that fails.
    ///   - limit: maximum duration of the break in seconds; ads are dropped from the end.
    ///   - count: maximum number of ads.
    public init(_ ads: [ResolvedAd], reserve: [VASTAd] = [], limit: Double = .infinity, count: Int = .max) {
        self.ads = ads
        self.reserve = reserve.filter { $0.kind == .inline }.map { ResolvedAd($0, wrappers: [], url: "") }
        while !self.ads.isEmpty, self.ads.count > count || duration > limit + 0.01 {
            dropped.append((self.ads.removeLast(), .breakShortened))
        }
    }

    /// Total duration in seconds, as declared by the ads.
    public var duration: Double { ads.reduce(0) { $0 + ($1.linear?.duration ?? 0) } }
    /// The ad that plays now; nil after the last one.
    public var current: ResolvedAd? { adIndex < ads.count ? ads[adIndex] : nil }
    /// Duration in seconds of the ads before the current one.
    public var elapsed: Double { ads.prefix(adIndex).reduce(0) { $0 + ($1.linear?.duration ?? 0) } }

    /// Information for the app's UI.
    public struct Info: Hashable, Sendable {
        /// Counted from 1.
        public var position: Int
        /// The number of ads in the break.
        public var total: Int
        /// Duration of the complete break, and of the ads before the current one, in seconds.
        public var duration: Double
        /// See ``duration``.
        public var elapsed: Double
    }

    /// The position of the current ad; nil after the last one.
    public var info: Info? {
        current.map { _ in Info(position: adIndex + 1, total: ads.count, duration: duration, elapsed: elapsed) }
    }

    /// The current ad has ended or was skipped.
    public mutating func advance() { adIndex = min(adIndex + 1, ads.count) }

    /// The current ad failed: a stand-alone ad that isn't longer replaces it, otherwise the next one follows.
    ///
    /// - Returns: the failed ad's error URLs.
    public mutating func fail(_ code: VASTErrorCode) -> [String] {
        guard let failed = current else { return [] }
        dropped.append((failed, code))
        let available = failed.linear?.duration ?? .infinity
        if let spare = reserve.firstIndex(where: { ($0.linear?.duration ?? .infinity) <= available + 0.01 }) {
            ads[adIndex] = reserve.remove(at: spare)
        } else {
            ads.remove(at: adIndex)
        }
        return failed.ad.errors
    }
}

extension ResolvedAd {
    /// The video of the ad: the first linear creative by sequence number.
    public var linear: VASTLinear? {
        ad.creatives.filter { $0.linear != nil }.min { ($0.sequence ?? .max) < ($1.sequence ?? .max) }?.linear
    }
}
