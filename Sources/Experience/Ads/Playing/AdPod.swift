// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// The ads of one break as they are played: those of the pod in order, and others for those that fail.
public struct AdPod: Sendable {
    public private(set) var ads: [ResolvedAd]
    /// Stand-alone ads that were not chosen.
    public private(set) var reserve: [ResolvedAd]
    /// What was left out, with the code for its error addresses.
    public private(set) var dropped: [(ad: ResolvedAd, code: VASTErrorCode)] = []
    private var place = 0

    /// - Parameters:
    ///   - ads: in their order.
    ///   - reserve: stand-alone ads that may take the place of one that fails.
    ///   - limit: seconds of the break at most; ads are dropped from the end.
    ///   - count: ads at most.
    public init(_ ads: [ResolvedAd], reserve: [VASTAd] = [], limit: Double = .infinity, count: Int = .max) {
        self.ads = ads
        self.reserve = reserve.filter { $0.kind == .inline }.map { ResolvedAd($0, wrappers: [], url: "") }
        while !self.ads.isEmpty, self.ads.count > count || duration > limit + 0.01 {
            dropped.append((self.ads.removeLast(), .breakShortened))
        }
    }

    /// Seconds, as the ads say.
    public var duration: Double { ads.reduce(0) { $0 + ($1.linear?.duration ?? 0) } }
    public var current: ResolvedAd? { place < ads.count ? ads[place] : nil }
    /// Seconds of the ads before the current one.
    public var elapsed: Double { ads.prefix(place).reduce(0) { $0 + ($1.linear?.duration ?? 0) } }

    /// What an app shows beside the ad.
    public struct Info: Hashable, Sendable {
        /// From 1.
        public var position: Int
        public var total: Int
        /// Seconds of the whole break and before the current ad.
        public var duration: Double
        public var elapsed: Double
    }

    public var info: Info? {
        current.map { _ in Info(position: place + 1, total: ads.count, duration: duration, elapsed: elapsed) }
    }

    /// The current ad is over, by itself or skipped.
    public mutating func advance() { place = min(place + 1, ads.count) }

    /// The current ad can't be played: one that stands alone and is not longer takes its place, or the next one comes.
    ///
    /// - Returns: whom to tell.
    public mutating func fail(_ code: VASTErrorCode) -> [String] {
        guard let failed = current else { return [] }
        dropped.append((failed, code))
        let room = failed.linear?.duration ?? .infinity
        if let spare = reserve.firstIndex(where: { ($0.linear?.duration ?? .infinity) <= room + 0.01 }) {
            ads[place] = reserve.remove(at: spare)
        } else {
            ads.remove(at: place)
        }
        return failed.ad.errors
    }
}

extension ResolvedAd {
    /// The film: the first by the creatives' sequence.
    public var linear: VASTLinear? {
        ad.creatives.filter { $0.linear != nil }.min { ($0.sequence ?? .max) < ($1.sequence ?? .max) }?.linear
    }
}
