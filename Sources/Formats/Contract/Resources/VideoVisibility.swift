// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// What the public may do with a video at one moment. Feeds, lists, pages, compositions and media all ask this rule; none has its own.
public struct VideoVisibility: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// Private or archived: only its owners learn that it exists.
        case withheld
        /// Not ready, or without a publication date.
        case unpublished
        /// Taken down, with the reason, such as `legal`.
        case blocked(String)
        /// Its availability ended at that time.
        case expired(Date)
        /// It will be published at that time.
        case scheduled(Date)
        case available
    }

    public let state: State
    private let now: Date
    private let terms: MediaTerms

    public init(_ video: Video, at now: Date) {
        self.now = now
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

    /// Whether feeds, lists and pages may show it.
    public var isListed: Bool { state == .available }

    /// Whether a player that knows its name may be told why it can't be played now.
    public var isKnown: Bool { state != .withheld && state != .unpublished }

    /// Why it was taken down.
    public var blockingReason: String? { if case .blocked(let reason) = state { reason } else { nil } }

    /// Whether players may be given its addresses.
    /// - Parameter lead: seconds before publication from which they may be.
    public func isPlayable(lead: Double = 0) -> Bool {
        switch state {
        case .available: true
        case .scheduled(let start): start.timeIntervalSince(now) <= lead
        default: false
        }
    }

    /// Whether its files may be handed to whoever has their address.
    public var allowsMedia: Bool { terms.allowMedia(at: now) }

    /// What decides about the files of a video. It holds no clock, so it can be kept while time goes on.
    public struct MediaTerms: Hashable, Sendable {
        /// Private or archived.
        public var isWithheld: Bool
        public var isTakenDown: Bool
        public var availableUntil: Date?

        public func allowMedia(at now: Date) -> Bool { !isWithheld && !isTakenDown && availableUntil.map { now < $0 } ?? true }
    }
}

extension Video {
    public func visibility(at now: Date) -> VideoVisibility { VideoVisibility(self, at: now) }

    public var mediaTerms: VideoVisibility.MediaTerms {
        VideoVisibility.MediaTerms(
            isWithheld: !access.isPublic || archivedAt != nil || status == .archived, isTakenDown: takedownReason != nil,
            availableUntil: availableUntil)
    }

    /// When feeds may begin to show it, as far as that doesn't depend on the time; nil when they mayn't at all.
    public var listedSince: Date? { mediaTerms.isWithheld || takedownReason != nil ? nil : publication }

    fileprivate var takedownReason: String? { blockingReason.flatMap { $0.isEmpty ? nil : $0 } }

    /// When it is published; nil while it can't be played.
    fileprivate var publication: Date? {
        // A live stream is shown before there is a recording that could be ready.
        let isPlayable = status == .ready || (type == .liveStream && status != .failed)
        return isPlayable ? publishedAt : nil
    }
}
