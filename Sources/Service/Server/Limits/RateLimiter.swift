// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The rate limit that a request counts against.
enum RateLimitClass: Hashable, Sendable {
    case ordinary
    /// Creating tokens, which needs no token.
    case authentication
    /// Guessing access codes.
    case codes
    /// Guessing the password of one account.
    case passwords
    /// Likes, and reports, which have a quota per day besides.
    case hearts
    /// Chat messages and comments.
    case messages
    /// Searches: one for each letter that is typed.
    case searches
    /// Never limited: health checks.
    case none
}

/// A rate limit.
struct RateLimit: Hashable, Sendable {
    /// Requests that are replenished per second.
    var perSecond: Double
    /// The largest burst of requests.
    var burst: Double
}

/// A token bucket.
struct TokenBucket: Hashable, Sendable {
    private var tokens: Double
    /// Seconds on any monotonic clock.
    private var time: Double

    init(_ limit: RateLimit, at now: Double) {
        tokens = limit.burst
        time = now
    }

    /// Takes one request from the bucket.
    /// - Parameter cost: the number of requests it counts as, at most the burst size.
    /// - Returns: nil if it is allowed, else the seconds until it is.
    mutating func take(_ limit: RateLimit, cost: Double = 1, at now: Double) -> Double? {
        let cost = min(cost, limit.burst)
        tokens = min(limit.burst, tokens + max(0, now - time) * limit.perSecond)
        time = max(time, now)
        guard tokens < cost else {
            tokens -= cost
            return nil
        }
        return (cost - tokens) / limit.perSecond
    }

    /// Returns a request that turned out not to count.
    mutating func refund(_ limit: RateLimit) { tokens = min(limit.burst, tokens + 1) }

    /// Whether it is as good as unused.
    func isFull(_ limit: RateLimit, at now: Double) -> Bool { tokens + max(0, now - time) * limit.perSecond >= limit.burst }
}

/// Counts requests per caller. Buckets that are full again can be dropped, and there are never more than `maximumKeys`.
struct RateLimitState: Sendable {
    struct Key: Hashable, Sendable {
        var caller: String
        var allowance: RateLimitClass
    }

    private let limits: [RateLimitClass: RateLimit]
    private let maximumKeys: Int
    private var buckets: [Key: TokenBucket] = [:]

    init(limits: [RateLimitClass: RateLimit], maximumKeys: Int = 100_000) {
        self.limits = limits
        self.maximumKeys = maximumKeys
    }

    var count: Int { buckets.count }

    /// Returns a request that turned out not to count.
    mutating func refund(_ key: Key) {
        guard let limit = limits[key.allowance] else { return }
        buckets[key]?.refund(limit)
    }

    /// - Parameter cost: the number of requests it counts as.
    /// - Returns: nil if the request is allowed, else the seconds until it is.
    mutating func take(_ key: Key, cost: Double = 1, at now: Double) -> Double? {
        guard let limit = limits[key.allowance] else { return nil }
        if buckets.count >= maximumKeys, buckets[key] == nil {
            buckets = buckets.filter { key, bucket in limits[key.allowance].map { !bucket.isFull($0, at: now) } ?? false }
            // All buckets are in use, which means an attack: new callers share one bucket.
            if buckets.count >= maximumKeys {
                let shared = Key(caller: "", allowance: key.allowance)
                return buckets[shared, default: TokenBucket(limit, at: now)].take(limit, cost: cost, at: now)
            }
        }
        return buckets[key, default: TokenBucket(limit, at: now)].take(limit, cost: cost, at: now)
    }
}

final class RateLimiter: Sendable {
    private let state: Mutex<RateLimitState>

    init(limits: [RateLimitClass: RateLimit]) { state = Mutex(RateLimitState(limits: limits)) }

    func take(_ key: RateLimitState.Key, cost: Double = 1, at now: Double) -> Double? {
        state.withLock { $0.take(key, cost: cost, at: now) }
    }
    func refund(_ key: RateLimitState.Key) { state.withLock { $0.refund(key) } }
}
