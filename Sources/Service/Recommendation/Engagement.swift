// SPDX-License-Identifier: Apache-2.0

/// How engaged a viewer was by a video: 0 for leaving at once, 1 for a long video watched to its end.
public enum Engagement {
    /// The share watched counts most. Time counts too, because short videos are easily watched to their end.
    ///
    /// - Parameters:
    ///   - watchedRatio: the share of the video that was watched; values outside 0...1 are clamped.
    ///   - duration: the length of the video in seconds; nil if unknown.
    /// - Returns: 0...1.
    public static func value(watchedRatio: Double, duration: Double?) -> Double {
        guard watchedRatio.isFinite else { return 0 }
        let ratio = min(1, max(0, watchedRatio))
        guard let duration, duration.isFinite, duration > 0 else { return ratio }
        return (1 - timeShare) * ratio + timeShare * min(1, ratio * duration / fullTime)
    }

    /// The part of the value that depends on the time watched.
    private static let timeShare = 0.3
    /// Seconds; more time doesn't count more.
    private static let fullTime = 30.0
}

/// The engagement of all viewers of a video.
public struct AudienceResponse: Hashable, Sendable {
    /// Each viewer counts once.
    public var viewers: Int
    /// The sum of the viewers' engagement, each 0...1.
    public var engagement: Double
    public var likes: Int

    public init(viewers: Int = 0, engagement: Double = 0, likes: Int = 0) {
        (self.viewers, self.engagement, self.likes) = (viewers, engagement, likes)
    }

    /// Removes one viewer, such as the one for whom it is used.
    public mutating func remove(_ value: Double) {
        viewers = max(0, viewers - 1)
        engagement = max(0, engagement - value)
    }

    /// The engagement expected of another viewer, 0...1. With few viewers it is close to the usual engagement.
    public func expected(usual: Double) -> Double {
        let likes = Double(max(0, likes)) * Self.likeValue
        return min(1, max(0, (engagement + likes + usual * Self.priorViewers) / (Double(max(0, viewers)) + Self.priorViewers)))
    }

    /// The engagement that is assumed before anybody has watched anything.
    public static let assumed = 0.5
    /// The number of imagined viewers of usual engagement, so that one enthusiastic viewer doesn't put a video first.
    public static let priorViewers = 8.0
    private static let likeValue = 0.5
}
