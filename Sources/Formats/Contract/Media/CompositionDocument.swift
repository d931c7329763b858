// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// The playback description of a media item: its parts and whether it may be played.
public struct CompositionDocument: Codable, Hashable, Sendable {
    /// The URN of the requested chapter.
    public var main: String
    /// The requested chapter and those that belong to it.
    public var chapters: [CompositionDocumentChapter]
    /// The channel that broadcasts a live stream.
    public var channel: CompositionChannel?

    public init(main: String, chapters: [CompositionDocumentChapter], channel: CompositionChannel? = nil) {
        self.main = main
        self.chapters = chapters
        self.channel = channel
    }
}

/// The channel that broadcasts the live stream of a composition.
public struct CompositionChannel: Codable, Hashable, Sendable {
    /// The title for display.
    public var title: String
    public init(title: String) { self.title = title }
}

/// A media item of a composition.
public struct CompositionDocumentChapter: Codable, Hashable, Sendable {
    /// Identifies the media item; see ``MediaName``.
    public var urn: String
    /// `clip`, `trailer` or `scheduledLivestream`.
    public var kind: String
    /// The title for display.
    public var title: String
    /// A longer text for display; nil for none.
    public var description: String?
    /// When it was first published.
    public var date: Date?
    /// Milliseconds.
    public var duration: Int64?
    /// The URL of the poster; nil if there is none.
    public var image: String?
    /// Not playable before this date; nil for no limit.
    public var availableFrom: Date?
    /// Not playable from this date on; nil for no limit.
    public var availableUntil: Date?
    /// Why it must not be played, such as `legal`; nil if it may.
    public var blockingReason: String?
    /// Empty if it may not be played.
    public var resources: [CompositionResource] = []
    /// Ranges with a title.
    public var segments: [CompositionDocumentSegment] = []
    /// Ranges with a known purpose, such as credits.
    public var intervals: [CompositionInterval] = []

    public init(urn: String, kind: String, title: String) {
        self.urn = urn
        self.kind = kind
        self.title = title
    }
}

/// A playable form of a chapter.
public struct CompositionResource: Codable, Hashable, Sendable {
    /// The URL of the playlist or file.
    public var url: String
    /// `hls` or `progressive`.
    public var delivery: String
    /// `onDemand`, `live` or `dvr`.
    public var timing: String?
    /// Responses that the player needs before the first segment, if requested.
    public var preload: [CompositionPreload]?

    public init(url: String, delivery: String, timing: String? = nil) {
        self.url = url
        self.delivery = delivery
        self.timing = timing
    }
}

/// A response delivered in advance.
public struct CompositionPreload: Codable, Hashable, Sendable {
    /// The URL of the request that this answers.
    public var url: String
    /// The offset of the first byte, if the response is a part of a resource.
    public var offset: Int?
    /// The media type.
    public var type: String
    /// Base64.
    public var body: String

    public init(url: String, offset: Int? = nil, type: String, body: String) {
        self.url = url
        self.offset = offset
        self.type = type
        self.body = body
    }
}

/// A named range of a chapter.
public struct CompositionDocumentSegment: Codable, Hashable, Sendable {
    /// Identifies the range like a media item.
    public var urn: String
    /// The title for display.
    public var title: String
    /// Milliseconds from the start of the chapter.
    public var markIn: Int64
    /// Milliseconds from the start of the chapter, exclusive.
    public var markOut: Int64
    /// The URL of an image; nil if there is none.
    public var image: String?
    /// Why the range must be skipped; nil if it may be played.
    public var blockingReason: String?
    /// Whether to leave it out of lists; nil means no.
    public var isHidden: Bool?

    public init(urn: String, title: String, markIn: Int64, markOut: Int64) {
        self.urn = urn
        self.title = title
        self.markIn = markIn
        self.markOut = markOut
    }
}

/// A range with a known purpose, such as opening credits.
public struct CompositionInterval: Codable, Hashable, Sendable {
    /// `openingCredits`, `closingCredits` or a custom name.
    public var kind: String
    /// Milliseconds from the start of the chapter.
    public var markIn: Int64
    /// Milliseconds from the start of the chapter, exclusive.
    public var markOut: Int64

    public init(kind: String, markIn: Int64, markOut: Int64) {
        self.kind = kind
        self.markIn = markIn
        self.markOut = markOut
    }
}
