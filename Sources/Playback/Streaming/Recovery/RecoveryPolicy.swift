// SPDX-License-Identifier: Apache-2.0

/// How hard a session tries before it tries something else. All times in seconds.
public struct RecoveryPolicy: Hashable, Sendable {
    /// Tries of one address, the first included, while failures look transient.
    public var attempts = 4
    /// Tries, the first included, of the address that a source is opened with, while nothing answers there at all: each of them takes
    /// all the time that a request has for its first byte.
    public var silentAttempts = 2
    /// Tries in a row on one host before a failure there no longer earns a retry.
    public var hostBudget = 8
    /// Failures in a row on one pathway, whatever its hosts, after which another pathway is taken before another variant or try.
    public var pathwayBudget = 6
    /// Failures of a host or pathway further apart than this do not add up: it may have come back meanwhile.
    public var failureMemory = 60.0
    /// The wait before the second try; it doubles with each further one.
    public var firstDelay = 0.5
    public var longestDelay = 8.0
    /// The longest Retry-After that is waited for; a longer one counts as a failure of the address.
    public var longestRetryAfter = 60.0
    /// How often a resource that is announced but not yet there (404 at the live edge) is asked for again.
    public var edgeAttempts = 4
    /// Tries of one key, the first included.
    public var keyAttempts = 3
    /// How long the segments of a key that could not be had are passed over; then it is asked for again.
    public var keyPenalty = 60.0
    public var variantPenalty = 60.0
    public var pathwayPenalty = 300.0
    /// Failures without one success in between for this long end the session.
    public var patience = 60.0
    /// How long reloads of a live playlist may fail, with no other source left and nothing queued, before the session ends.
    public var livePatience = 15.0
    /// How long a live playlist may stay as it is before it counts as frozen, in target durations.
    public var frozenAfter = 3.5
    /// How often a segment may be passed over in a row before the session ends.
    public var skipsInRow = 3

    public init() {}
}

/// What a failed load was for, as far as recovery cares.
enum RecoveryResource: Hashable, Sendable {
    case multivariant, mediaPlaylist, segment, steering

    var name: String {
        switch self {
        case .multivariant: "multivariant playlist"
        case .mediaPlaylist: "media playlist"
        case .segment: "segment"
        case .steering: "steering manifest"
        }
    }
}

/// One failure with all that bears on what to do about it.
struct RecoveryCase: Hashable, Sendable {
    var resource: RecoveryResource
    var failure: LoadFailure
    /// Tells loads apart for the jitter.
    var load: LoadID
    /// Failures of this address in a row, this one included.
    var attempt: Int
    /// Failures of its host in a row, this one included.
    var hostFailures: Int
    /// Failures on its pathway in a row, this one included.
    var pathwayFailures = 1
    /// Seconds since the failing content type or playlist last had a success.
    var distress: Double
    /// Seconds until playing starves.
    var buffered: Double
    /// The segment is among the newest of a live playlist and may not be there yet.
    var isAtLiveEdge = false
    /// Another source of the same thing that is not excluded.
    var hasPathway = false
    var hasVariant = false
    /// All those variants have a gap where the segment lies: they serve only what comes after it.
    var isGapInVariants = false
    var hasRendition = false
    /// That rendition says the same in the same language: to change to it is heard by nobody.
    var isRenditionAlike = false
    /// Segments passed over in a row so far.
    var skips = 0
}

/// What to do about a failure.
enum RecoveryPlan: Hashable, Sendable {
    /// Ask for the same again after so many seconds.
    case retry(after: Double)
    case fallBack(Target)
    /// Leave a hole of one segment.
    case skip
    /// Leave it; nothing depends on it.
    case ignore
    case giveUp(StreamingError.Code)

    var isRetry: Bool { if case .retry = self { true } else { false } }

    enum Target: Hashable, Sendable { case pathway, variant, rendition }
}
