// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer

/// A service's response for the URN of a media item: the item and everything that it consists of or belongs to.
public struct MediaComposition: Hashable, Sendable {
    /// The URN of the requested chapter.
    public var mainURN: String
    public var chapters: [CompositionChapter]
    /// The show that the media item belongs to, such as a series.
    public var show: Show?
    public var channel: Channel?

    public init(mainURN: String, chapters: [CompositionChapter], show: Show? = nil, channel: Channel? = nil) {
        self.mainURN = mainURN
        self.chapters = chapters
        self.show = show
        self.channel = channel
    }

    public struct Show: Hashable, Sendable {
        public var title: String
        public init(title: String) { self.title = title }
    }

    /// The broadcaster of a livestream, and its programme.
    public struct Channel: Hashable, Sendable {
        public struct Programme: Hashable, Sendable {
            public var title: String
            public var start: Date
            public var end: Date
            public init(title: String, start: Date, end: Date) {
                self.title = title
                self.start = start
                self.end = end
            }
        }
        public var title: String
        public var current: Programme?
        public var next: Programme?
        public init(title: String, current: Programme? = nil, next: Programme? = nil) {
            self.title = title
            self.current = current
            self.next = next
        }
    }

    public var main: CompositionChapter? { chapter(mainURN) }

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
    public var media: Media
    public var resources: [MediaResource]
    public var segments: [CompositionSegment]
    /// Opening and closing credits, and other ranges with a meaning.
    public var markedRanges: [MarkedRange]
    /// The URN of the full-length chapter that this one is a part of.
    public var fullLengthURN: String?
    /// Its range in the full-length media item, in seconds.
    public var place: TimeRange?
    /// Whether to leave it out of lists.
    public var isHidden: Bool

    public init(
        media: Media, resources: [MediaResource] = [], segments: [CompositionSegment] = [], markedRanges: [MarkedRange] = [],
        fullLengthURN: String? = nil, place: TimeRange? = nil, isHidden: Bool = false
    ) {
        self.media = media
        self.resources = resources
        self.segments = segments
        self.markedRanges = markedRanges
        self.fullLengthURN = fullLengthURN
        self.place = place
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

    public var media: Media
    public var mark: Mark
    /// Whether to leave it out of lists.
    public var isHidden: Bool

    public init(media: Media, mark: Mark, isHidden: Bool = false) {
        self.media = media
        self.mark = mark
        self.isHidden = isHidden
    }

    public var isBlocked: Bool { media.blockingReason != nil }
}

/// A part of a composition that the user can go to.
public enum Subdivision: Hashable, Sendable {
    case chapter(CompositionChapter)
    case segment(CompositionSegment, of: CompositionChapter)

    public var media: Media {
        switch self {
        case .chapter(let chapter): chapter.media
        case .segment(let segment, _): segment.media
        }
    }
    public var chapter: CompositionChapter {
        switch self {
        case .chapter(let chapter), .segment(_, let chapter): chapter
        }
    }
    public var segment: CompositionSegment? {
        if case .segment(let segment, _) = self { segment } else { nil }
    }
}
