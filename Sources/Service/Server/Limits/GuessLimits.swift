// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What limits viewers' guesses, wherever a guest comes from.
struct GuessLimits: Sendable {
    /// Access codes of live streams, by address and by stream.
    let codes = LiveRoutes.makeLimiter()
    /// Passwords of videos, by address and by video.
    let videos = VideoPasswordRoutes.makeLimiter()
    /// Separate, so that viewers and people who sign in to Studio don't wait for each other.
    let passwords: PasswordHasher
}

extension RateLimiter {
    /// Checks a guess, unless there were too many.
    ///
    /// It is counted before it is checked, so that simultaneous guesses count, too. Right ones are returned: a class at one address may
    /// enter the same code at the same time.
    /// - Throws: ``RateLimitExceeded``, without checking it, or the error of the check, in which case it doesn't count.
    func guess(
        _ keys: [RateLimitState.Key], at now: Date, isRight check: () async throws -> Bool
    ) async throws -> Bool {
        for (index, key) in keys.enumerated() {
            guard let seconds = take(key, at: now.timeIntervalSince1970) else { continue }
            for earlier in keys[..<index] { refund(earlier) }
            throw RateLimitExceeded(retryAfter: seconds)
        }
        let isRight: Bool
        do { isRight = try await check() } catch {
            // Nothing was learned from it.
            for key in keys { refund(key) }
            throw error
        }
        if isRight { for key in keys { refund(key) } }
        return isRight
    }
}
