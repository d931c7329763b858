// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer

/// A service's response for the URN of a media item: the item and everything that it consists of or belongs to.
public struct MediaComposition: Hashable, Sendable {
    /// The URN of the requested chapter.
    public var mainURN: String
    /// The main chapter and those that belong to it, in the order of the service.
    public var chapters: [CompositionChapter]
    /// The show that the media item belongs to, such as a series.
    public var show: Show?
    /// The broadcaster of a livestream; nil for other content.
    public var channel: Channel?

    public init(mainURN: String, chapters: [CompositionChapter], show: Show? = nil, channel: Channel? = nil) {
        self.mainURN = mainURN
        self.chapters = chapters
        self.show = show
        self.channel = channel
    }

    /// A series or programme that media items belong to.
    public struct Show: Hashable, Sendable {
        /// The title for display.
        public var title: String
        public init(title: String) { self.title = title }
    }

    /// The broadcaster of a livestream, and its programme.
    public struct Channel: Hashable, Sendable {
        /// A programme of the channel's schedule.
        public struct Programme: Hashable, Sendable {
            /// The title for display.
            public var title: String
            /// When it begins.
            public var start: Date
            /// When it ends.
            public var end: Date
            public init(title: String, start: Date, end: Date) {
                self.title = title
                self.start = start
                self.end = end
            }
        }
        /// The channel's title for display.
        public var title: String
        /// The programme on air; nil if the service doesn't state it.
        public var current: Programme?
        /// The programme after ``current``; nil if the service doesn't state it.
        public var next: Programme?
        public init(title: String, current: Programme? = nil, next: Programme? = nil) {
            self.title = title
            self.current = current
            self.next = next
        }
    }

    /// The requested chapter; nil if the composition doesn't contain it.
    public var main: CompositionChapter? { chapter(mainURN) }

    /// The chapter with a URN; nil if there is none. Segments are not searched: see ``subdivision(_:)``.
    public func chapter(_ urn: String) -> CompositionChapter? { chapters.first { $0.media.urn == urn } }

    /// The chapter or segment with a URN; chapters take precedence.
    public func subdivision(_ urn: String) -> Subdivision? {
        if let chapter = chapter(urn) { return .chapter(chapter) }
        for chapter in chapters {
            if let segment = chapter.segments.first(where: { $0.media.urn == urn }) { return .segment(segment, of: chapter) }
        }
        return nil
    }

    /// A copy with another of its chapters as the main one; nil if it doesn't contain that chapter.
    public func with(main urn: String) -> MediaComposition? {
        guard chapter(urn) != nil else { return nil }
        var composition = self
        composition.mainURN = urn
        return composition
    }

    /// A copy with only the main chapter.
    public var standalone: MediaComposition {
        var composition = self
        composition.chapters = main.map { [$0] } ?? []
        return composition
    }
}

/// A separate media item within a composition.
public struct CompositionChapter: Hashable, Sendable {
    /// The chapter's own metadata.
    public var media: Media
    /// The ways to play it, in the order of the service. Which one is played depends on ``PlaybackSettings``.
    public var resources: [MediaResource]
    /// Ranges with metadata of their own, in the order of the service.
    public var segments: [CompositionSegment]
    /// Opening and closing credits, and other ranges with a meaning.
    public var markedRanges: [MarkedRange]
    /// The URN of the full-length chapter that this one is a part of.
    public var fullLengthURN: String?
    /// Its range in the full-length media item, in seconds.
    public var rangeInFullLength: TimeRange?
    /// Whether to leave it out of lists.
    public var isHidden: Bool

    public init(
        media: Media, resources: [MediaResource] = [], segments: [CompositionSegment] = [], markedRanges: [MarkedRange] = [],
        fullLengthURN: String? = nil, rangeInFullLength: TimeRange? = nil, isHidden: Bool = false
    ) {
        self.media = media
        self.resources = resources
        self.segments = segments
        self.markedRanges = markedRanges
        self.fullLengthURN = fullLengthURN
        self.rangeInFullLength = rangeInFullLength
        self.isHidden = isHidden
    }
}

/// A range of a chapter with its own metadata.
public struct CompositionSegment: Hashable, Sendable {
    /// The range of a segment in its chapter.
    public enum Mark: Hashable, Sendable {
        /// Seconds on the chapter's timeline.
        case times(TimeRange)
        /// For streams with dates.
        case dates(start: Date, end: Date)

        /// - Parameter dateOfZero: the date of the timeline's zero, in seconds since 1970.
        /// - Returns: seconds; nil for dates if the stream has none.
        public func times(dateOfZero: Double?) -> TimeRange? {
            switch self {
            case .times(let range): return range
            case .dates(let start, let end):
                guard let dateOfZero else { return nil }
                return TimeRange(start: start.timeIntervalSince1970 - dateOfZero, end: end.timeIntervalSince1970 - dateOfZero)
            }
        }
    }

    /// The segment's own metadata; its ``Media/blockingReason`` makes playback skip it.
    public var media: Media
    /// Where the segment is in its chapter.
    public var mark: Mark
    /// Whether to leave it out of lists.
    public var isHidden: Bool

    public init(media: Media, mark: Mark, isHidden: Bool = false) {
        self.media = media
        self.mark = mark
        self.isHidden = isHidden
    }

    /// Whether playback skips it.
    public var isBlocked: Bool { media.blockingReason != nil }
}

/// A part of a composition that the user can go to.
public enum Subdivision: Hashable, Sendable {
    /// A chapter: a media item of its own.
    case chapter(CompositionChapter)
    /// A segment, with the chapter that contains it.
    case segment(CompositionSegment, of: CompositionChapter)

    /// The metadata of the chapter or segment.
    public var media: Media {
        switch self {
        case .chapter(let chapter): chapter.media
        case .segment(let segment, _): segment.media
        }
    }
    /// The chapter, or the one that contains the segment.
    public var chapter: CompositionChapter {
        switch self {
        case .chapter(let chapter), .segment(_, let chapter): chapter
        }
    }
    /// The segment; nil for a chapter.
    public var segment: CompositionSegment? {
        if case .segment(let segment, _) = self { segment } else { nil }
    }
}
