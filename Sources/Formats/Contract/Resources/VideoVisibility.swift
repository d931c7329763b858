// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// What the public may do with a video at a given time. Feeds, lists, pages, compositions and media delivery all use this rule.
public struct VideoVisibility: Hashable, Sendable {
    /// What the public may do, and why not more.
    public enum State: Hashable, Sendable {
        /// Private or archived: its existence is known to its owners only.
        case withheld
        /// Not ready, or without a publication date.
        case unpublished
        /// Taken down, with the reason, such as `legal`.
        case blocked(String)
        /// No longer available since that time.
        case expired(Date)
        /// To be published at that time.
        case scheduled(Date)
        /// It may be opened and played, and listed unless it is unlisted.
        case available
    }

    /// What the public may do.
    public let state: State
    private let access: Visibility
    private let isProtected: Bool
    private let now: Date
    private let terms: MediaTerms

    /// - Parameters:
    ///   - video: as in the catalogue.
    ///   - now: the time at which the rule is applied.
    public init(_ video: Video, at now: Date) {
        self.now = now
        access = video.access
        isProtected = video.isProtected
        terms = video.mediaTerms
        state =
            if terms.isWithheld {
                .withheld
            } else if let start = video.publication {
                if let reason = video.takedownReason {
                    .blocked(reason)
                } else if let end = video.availableUntil, end <= now {
                    .expired(end)
                } else {
                    start <= now ? .available : .scheduled(start)
                }
            } else {
                .unpublished
            }
    }

    /// Whether it may be opened by those who know its ID or address.
    public var isAvailable: Bool { state == .available }

    /// Whether it may appear in feeds, lists and searches. A video with a password may not, because viewers there could not play it.
    public var isListed: Bool { isAvailable && access.isListed && !isProtected }

    /// Whether players may learn why it cannot be played.
    public var isKnown: Bool { state != .withheld && state != .unpublished }

    /// The reason for which it was taken down; nil if it was not.
    public var blockingReason: String? { if case .blocked(let reason) = state { reason } else { nil } }

    /// Whether players may get its media URLs.
    /// - Parameter lead: Seconds before publication from which they may.
    public func isPlayable(lead: Double = 0) -> Bool {
        switch state {
        case .available: true
        case .scheduled(let start): start.timeIntervalSince(now) <= lead
        default: false
        }
    }

    /// Whether its files may be served to clients with their URLs.
    public var allowsMedia: Bool { terms.allowMedia(at: now) }

    /// The conditions for serving a video's files. They do not include the current time, so they can be cached.
    public struct MediaTerms: Hashable, Sendable {
        /// Private or archived.
        public var isWithheld: Bool
        /// Whether it was taken down for a reason that is made public.
        public var isTakenDown: Bool
        /// Not playable from this date on; nil for no limit.
        public var availableUntil: Date?
        /// As in ``Video/passwordVersion``: only URLs that were signed for it may be served.
        public var passwordVersion: String?

        /// Whether media may be delivered at a time.
        public func allowMedia(at now: Date) -> Bool { !isWithheld && !isTakenDown && availableUntil.map { now < $0 } ?? true }
    }
}

extension Video {
    /// What the public may do with the video at a time.
    public func visibility(at now: Date) -> VideoVisibility { VideoVisibility(self, at: now) }

    /// The part of the rule that media delivery needs.
    public var mediaTerms: VideoVisibility.MediaTerms {
        VideoVisibility.MediaTerms(
            isWithheld: !access.isPublic || archivedAt != nil || status == .archived, isTakenDown: takedownReason != nil,
            availableUntil: availableUntil, passwordVersion: passwordVersion)
    }

    /// When feeds may start to show it, regardless of the current time; nil if they may not.
    public var listedSince: Date? {
        !access.isListed || isProtected || mediaTerms.isWithheld || takedownReason != nil ? nil : publication
    }

    fileprivate var takedownReason: String? { blockingReason.flatMap { $0.isEmpty ? nil : $0 } }

    /// The publication date; nil while the video cannot be played.
    fileprivate var publication: Date? {
        // A live stream is shown before there is a recording that could be ready.
        let isPlayable = status == .ready || (type == .liveStream && status != .failed)
        return isPlayable ? publishedAt : nil
    }
}
