// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The document with which a media service responds, encoded field by field as on the wire.
public struct FakeComposition: Encodable, Sendable {
    public struct Show: Encodable, Sendable { public var title: String }

    public var main: String
    public var chapters: [FakeChapter]
    public var show: Show?

    public init(_ main: FakeChapter, _ others: FakeChapter..., show: String? = nil) {
        self.main = main.urn
        chapters = [main] + others
        self.show = show.map { Show(title: $0) }
    }

    var json: [UInt8] { Array((try? JSONEncoder().encode(self)) ?? Data()) }
}

public struct FakeChapter: Encodable, Sendable {
    public var urn: String
    public var title: String
    public var kind = "episode"
    public var media = "video"
    /// Milliseconds.
    public var duration: Int?
    public var image: String?
    public var imageCopyright: String?
    public var availableFrom: String?
    public var availableUntil: String?
    public var blockingReason: String?
    public var fullLength: String?
    public var place: FakeSpan?
    public var resources: [FakeResource] = []
    public var segments: [FakeSegment] = []

    /// - Parameters:
    ///   - title: Nil uses the name.
    ///   - url: The URL of a segmented stream; nil adds no resource.
    public init(_ urn: String, title: String? = nil, url: String? = nil) {
        self.urn = urn
        self.title = title ?? urn
        resources = url.map { [FakeResource($0)] } ?? []
    }

    public func with(_ change: (inout FakeChapter) -> Void) -> FakeChapter {
        var chapter = self
        change(&chapter)
        return chapter
    }

    /// Sets when it is available.
    public func available(from start: Date? = nil, until end: Date? = nil) -> FakeChapter {
        with {
            $0.availableFrom = start?.ISO8601Format()
            $0.availableUntil = end?.ISO8601Format()
        }
    }
}

public struct FakeSpan: Encodable, Sendable {
    public var markIn: Int
    public var markOut: Int
    public init(_ markIn: Int, _ markOut: Int) {
        self.markIn = markIn
        self.markOut = markOut
    }
}

public struct FakeSegment: Encodable, Sendable {
    public var urn: String
    public var title: String
    public var markIn: Int?
    public var markOut: Int?
    public var start: String?
    public var end: String?
    public var blockingReason: String?
    public init(_ urn: String, _ markIn: Int, _ markOut: Int, blockingReason: String? = nil) {
        self.urn = urn
        title = urn
        self.markIn = markIn
        self.markOut = markOut
        self.blockingReason = blockingReason
    }

    /// For streams with dates.
    public init(_ urn: String, from start: Date, until end: Date) {
        self.urn = urn
        title = urn
        self.start = start.ISO8601Format()
        self.end = end.ISO8601Format()
    }
}

public struct FakeResource: Encodable, Sendable {
    public var url: String
    public var delivery = "hls"
    public var quality: String?
    public var timing: String?
    public var token: String?
    public init(_ url: String) { self.url = url }
}
