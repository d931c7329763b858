// SPDX-License-Identifier: Apache-2.0

/// What limits viewers' guesses, wherever a guest comes from.
struct GuessLimits: Sendable {
    /// Access codes of live streams, by address and stream.
    let codes = RateLimiter(limits: [.codes: RateLimit(perSecond: 0.1, burst: 20)])
    /// Passwords of videos, by address and by video.
    let videos = VideoPasswordRoutes.makeLimiter()
    /// Separate, so that viewers and people who sign in to Studio don't wait for each other.
    let passwords: PasswordHasher
}
