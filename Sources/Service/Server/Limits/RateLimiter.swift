// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What calls are taken from.
enum Allowance: Hashable, Sendable {
    case ordinary
    /// Making tokens, which needs none.
    case authentication
    /// Guessing of codes.
    case codes
    /// Hearts for a live stream.
    case hearts
    /// What is written beside a live stream.
    case messages
    /// Never limited: what tells how the service is.
    case none
}

/// How much may be asked for.
struct RateLimit: Hashable, Sendable {
    /// Calls that are given back each second.
    var perSecond: Double
    /// Calls that may come at once.
    var burst: Double
}

/// An allowance that is used up and comes back with time.
struct TokenBucket: Hashable, Sendable {
    private var tokens: Double
    /// Seconds on any clock that goes on.
    private var time: Double

    init(_ limit: RateLimit, at now: Double) {
        tokens = limit.burst
        time = now
    }

    /// Takes one call.
    /// - Parameter cost: as how many calls it counts; what is more than may come at once counts as that many.
    /// - Returns: nil when it may be made, else the seconds until it may.
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

    /// Seconds until a call may be made; nil when one may be now. None is taken.
    func wait(_ limit: RateLimit, at now: Double) -> Double? {
        var copy = self
        return copy.take(limit, at: now)
    }

    /// It is as if it had never been used.
    func isFull(_ limit: RateLimit, at now: Double) -> Bool { tokens + max(0, now - time) * limit.perSecond >= limit.burst }
}

/// Counts the calls of each caller. It forgets who did not call for long, and never remembers more than a number of them.
struct RateLimitState: Sendable {
    struct Key: Hashable, Sendable {
        var caller: String
        var allowance: Allowance
    }

    private let limits: [Allowance: RateLimit]
    private let mostKeys: Int
    private var buckets: [Key: TokenBucket] = [:]

    init(limits: [Allowance: RateLimit], mostKeys: Int = 100_000) {
        self.limits = limits
        self.mostKeys = mostKeys
    }

    var count: Int { buckets.count }

    /// - Returns: nil when a call may be made, else the seconds until it may. None is taken.
    func wait(_ key: Key, at now: Double) -> Double? { limits[key.allowance].flatMap { buckets[key]?.wait($0, at: now) } }

    /// - Parameter cost: as how many calls it counts.
    /// - Returns: nil when the call may be made, else the seconds until it may.
    mutating func take(_ key: Key, cost: Double = 1, at now: Double) -> Double? {
        guard let limit = limits[key.allowance] else { return nil }
        if buckets.count >= mostKeys, buckets[key] == nil {
            buckets = buckets.filter { key, bucket in limits[key.allowance].map { !bucket.isFull($0, at: now) } ?? false }
            // All of them are in use: an attack. Nobody new is counted apart from the others.
            if buckets.count >= mostKeys {
                let shared = Key(caller: "", allowance: key.allowance)
                return buckets[shared, default: TokenBucket(limit, at: now)].take(limit, cost: cost, at: now)
            }
        }
        return buckets[key, default: TokenBucket(limit, at: now)].take(limit, cost: cost, at: now)
    }
}

final class RateLimiter: Sendable {
    private let state: Mutex<RateLimitState>

    init(limits: [Allowance: RateLimit]) { state = Mutex(RateLimitState(limits: limits)) }

    func take(_ key: RateLimitState.Key, cost: Double = 1, at now: Double) -> Double? {
        state.withLock { $0.take(key, cost: cost, at: now) }
    }
    func wait(_ key: RateLimitState.Key, at now: Double) -> Double? { state.withLock { $0.wait(key, at: now) } }
}
