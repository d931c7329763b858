// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// What a player is told of a media that it knows by name: the media, its parts, and whether it may be played.
public struct CompositionDocument: Codable, Hashable, Sendable {
    /// Which of the chapters was asked for.
    public var main: String
    public var chapters: [CompositionChapter]
    /// Who broadcasts a live stream.
    public var channel: CompositionChannel?

    public init(main: String, chapters: [CompositionChapter], channel: CompositionChannel? = nil) {
        self.main = main
        self.chapters = chapters
        self.channel = channel
    }
}

public struct CompositionChannel: Codable, Hashable, Sendable {
    public var title: String
    public init(title: String) { self.title = title }
}

/// A media of its own.
public struct CompositionChapter: Codable, Hashable, Sendable {
    public var urn: String
    /// `clip`, `trailer` or `scheduledLivestream`.
    public var kind: String
    public var title: String
    public var description: String?
    /// When it was first shown.
    public var date: Date?
    /// Milliseconds.
    public var duration: Int64?
    public var image: String?
    public var availableFrom: Date?
    public var availableUntil: Date?
    public var blockingReason: String?
    /// None where it may not be played.
    public var resources: [CompositionResource] = []
    public var segments: [CompositionSegment] = []
    public var intervals: [CompositionInterval] = []

    public init(urn: String, kind: String, title: String) {
        self.urn = urn
        self.kind = kind
        self.title = title
    }
}

/// One way in which a chapter can be had.
public struct CompositionResource: Codable, Hashable, Sendable {
    public var url: String
    /// `hls` or `progressive`.
    public var delivery: String
    /// `onDemand`, `live` or `dvr`.
    public var timing: String?
    /// What is asked for before its first segment, where that was wanted.
    public var preload: [CompositionPreload]?

    public init(url: String, delivery: String, timing: String? = nil) {
        self.url = url
        self.delivery = delivery
        self.timing = timing
    }
}

/// An answer that is sent before it is asked for.
public struct CompositionPreload: Codable, Hashable, Sendable {
    public var url: String
    /// Of the first byte, where it is a part of what lies there.
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

/// A span of a chapter with a name.
public struct CompositionSegment: Codable, Hashable, Sendable {
    public var urn: String
    public var title: String
    /// Milliseconds in the chapter.
    public var markIn: Int64
    public var markOut: Int64
    public var image: String?
    /// It is passed over.
    public var blockingReason: String?
    public var isHidden: Bool?

    public init(urn: String, title: String, markIn: Int64, markOut: Int64) {
        self.urn = urn
        self.title = title
        self.markIn = markIn
        self.markOut = markOut
    }
}

/// Such as the opening credits.
public struct CompositionInterval: Codable, Hashable, Sendable {
    /// `openingCredits`, `closingCredits` or a name of the service's own.
    public var kind: String
    /// Milliseconds in the chapter.
    public var markIn: Int64
    public var markOut: Int64

    public init(kind: String, markIn: Int64, markOut: Int64) {
        self.kind = kind
        self.markIn = markIn
        self.markOut = markOut
    }
}
