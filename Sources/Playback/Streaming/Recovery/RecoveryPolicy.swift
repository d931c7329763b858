// SPDX-License-Identifier: Apache-2.0

/// How persistently a session retries before it uses an alternative. All times are in seconds.
public struct RecoveryPolicy: Hashable, Sendable {
    /// Attempts per URL, including the first, while failures look transient.
    public var attempts = 4
    /// Attempts to open a source, including the first, while its server doesn't answer at all. Each takes the full time limit for the first
    /// byte.
    public var silentAttempts = 2
    /// Consecutive failures of one host after which, if there is an alternative, the session no longer retries there.
    public var hostBudget = 8
    /// Consecutive failures on one pathway, across its hosts, after which the session changes the pathway before it retries or changes the
    /// variant.
    public var pathwayBudget = 6
    /// Failures of a host or pathway that are further apart than this aren't added up: it may have recovered meanwhile.
    public var failureMemory = 60.0
    /// The delay before the second attempt; it doubles with each further one, up to ``longestDelay``.
    public var firstDelay = 0.5
    /// The longest delay between two attempts.
    public var longestDelay = 8.0
    /// The longest Retry-After that is respected; a longer one ends the attempts on that URL.
    public var longestRetryAfter = 60.0
    /// Attempts for a resource that is announced but not available yet (404 at the live edge).
    public var edgeAttempts = 4
    /// Attempts per key, including the first.
    public var keyAttempts = 3
    /// How long segments of an unavailable key are skipped before the key is requested again.
    public var keyPenalty = 60.0
    /// How long a failed variant or rendition isn't used.
    public var variantPenalty = 60.0
    /// How long a failed pathway isn't used.
    public var pathwayPenalty = 300.0
    /// Ends the session after failures without any success for this long.
    public var timeout = 60.0
    /// Ends the session if reloads of a live playlist fail for this long, with no alternative left and nothing queued.
    public var liveTimeout = 15.0
    /// How long a live playlist may stay unchanged before it counts as frozen, in target durations.
    public var frozenAfter = 3.5
    /// How many segments in a row may be skipped before the session ends.
    public var skipsInRow = 3

    public init() {}
}

/// The kind of resource that failed to load.
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

/// A failure with everything that matters for handling it.
struct RecoveryCase: Hashable, Sendable {
    var resource: RecoveryResource
    var failure: LoadFailure
    /// Varies the jitter between loads.
    var load: LoadID
    /// Consecutive failures of this URL, this one included.
    var attempt: Int
    /// Consecutive failures of its host, this one included.
    var hostFailures: Int
    /// Consecutive failures on its pathway, this one included.
    var pathwayFailures = 1
    /// Seconds since the failing content type or playlist last had a success.
    var secondsWithoutSuccess: Double
    /// Seconds until playback stalls.
    var buffered: Double
    /// The segment is among the newest of a live playlist and may not be there yet.
    var isAtLiveEdge = false
    /// Another source of the same content that isn't excluded.
    var hasPathway = false
    var hasVariant = false
    /// All those variants have a gap at the segment: they only serve what follows it.
    var isGapInVariants = false
    var hasRendition = false
    /// That rendition has the same content in the same language, so the change is inaudible.
    var isRenditionEquivalent = false
    /// Consecutive segments skipped so far.
    var skips = 0
}

/// What to do about a failure.
enum RecoveryPlan: Hashable, Sendable {
    /// Request the same resource again after this many seconds.
    case retry(after: Double)
    case fallBack(Target)
    /// Skip one segment.
    case skip
    /// Do nothing; nothing depends on it.
    case ignore
    case giveUp(StreamingError.Code)

    var isRetry: Bool { if case .retry = self { true } else { false } }

    enum Target: Hashable, Sendable { case pathway, variant, rendition }
}
