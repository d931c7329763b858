// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

// The format of the document. Times within media are integer milliseconds, dates are ISO 8601 with an offset. Unknown values, such as a new
// kind or a resource with an unknown delivery, are ignored; required values must be present.
extension MediaComposition: Decodable {
    private enum Key: String, CodingKey { case main, chapters, show, channel }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        try self.init(
            mainURN: fields.decode(String.self, forKey: .main), chapters: fields.decode([CompositionChapter].self, forKey: .chapters),
            show: fields.decodeIfPresent(Show.self, forKey: .show), channel: fields.decodeIfPresent(Channel.self, forKey: .channel))
    }
}

extension MediaComposition.Show: Decodable {
    private enum Key: String, CodingKey { case title }

    public init(from decoder: any Decoder) throws {
        try self.init(title: decoder.container(keyedBy: Key.self).decode(String.self, forKey: .title))
    }
}

extension MediaComposition.Channel: Decodable {
    private enum Key: String, CodingKey { case title, current, next }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        try self.init(
            title: fields.decode(String.self, forKey: .title), current: fields.decodeIfPresent(Programme.self, forKey: .current),
            next: fields.decodeIfPresent(Programme.self, forKey: .next))
    }
}

extension MediaComposition.Channel.Programme: Decodable {
    private enum Key: String, CodingKey { case title, start, end }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        try self.init(title: fields.decode(String.self, forKey: .title), start: fields.date(.start), end: fields.date(.end))
    }
}

extension CompositionChapter: Decodable {
    private enum Key: String, CodingKey { case resources, segments, intervals, fullLength, place, isHidden }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        try self.init(
            media: Media(from: decoder), resources: fields.lenientArray(MediaResource.self, .resources),
            segments: fields.decodeIfPresent([CompositionSegment].self, forKey: .segments) ?? [],
            markedRanges: fields.decodeIfPresent([DecodedInterval].self, forKey: .intervals)?.map(\.range) ?? [],
            fullLengthURN: fields.decodeIfPresent(String.self, forKey: .fullLength),
            rangeInFullLength: fields.decodeIfPresent(DecodedSpan.self, forKey: .place)?.range,
            isHidden: fields.decodeIfPresent(Bool.self, forKey: .isHidden) ?? false)
    }
}

extension CompositionSegment: Decodable {
    private enum Key: String, CodingKey { case markIn, markOut, start, end, isHidden }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let mark: Mark =
            if fields.contains(.markIn) {
                try .times(DecodedSpan(from: decoder).range)
            } else {
                try .dates(start: fields.date(.start), end: fields.date(.end))
            }
        try self.init(media: Media(from: decoder), mark: mark, isHidden: fields.decodeIfPresent(Bool.self, forKey: .isHidden) ?? false)
    }
}

extension MediaResource: Decodable {
    private enum Key: String, CodingKey { case url, delivery, quality, timing, token, preload }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        guard let delivery = try Delivery(rawValue: fields.decode(String.self, forKey: .delivery)) else {
            throw DecodingError.dataCorruptedError(forKey: .delivery, in: fields, debugDescription: "This delivery method is unknown.")
        }
        try self.init(
            url: fields.decode(String.self, forKey: .url), delivery: delivery,
            quality: fields.decodeIfPresent(String.self, forKey: .quality).flatMap(Quality.init),
            timing: fields.decodeIfPresent(String.self, forKey: .timing).flatMap(Timing.init),
            tokenURL: fields.decodeIfPresent(String.self, forKey: .token),
            preload: fields.lenientArray(DecodedAnswer.self, .preload).map(\.answer))
    }
}

/// A preloaded response with its bytes in base64.
private struct DecodedAnswer: Decodable {
    private enum Key: String, CodingKey { case url, offset, length, type, body }
    let answer: PreloadTransport.Answer

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let bytes = try fields.decode(Data.self, forKey: .body)
        let offset = try fields.decodeIfPresent(Int.self, forKey: .offset)
        guard offset ?? 0 >= 0 else {
            throw DecodingError.dataCorruptedError(forKey: .offset, in: fields, debugDescription: "The offset is negative.")
        }
        answer = try PreloadTransport.Answer(
            url: fields.decode(String.self, forKey: .url), span: offset.map { ByteSpan(offset: $0, length: bytes.count) },
            contentType: fields.decode(String.self, forKey: .type), bytes: Array(bytes))
    }
}

extension Media: Decodable {
    private enum Key: String, CodingKey {
        case urn, kind, media, title, description, date, duration, image, smallImage, imageCopyright, episode, season, viewport
        case availableFrom, availableUntil, blockingReason
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try fields.decodeIfPresent(String.self, forKey: key) }
        let season = try fields.decodeIfPresent(Int.self, forKey: .season)
        try self.init(
            urn: fields.decode(String.self, forKey: .urn), kind: text(.kind).map(Kind.init) ?? .episode,
            mediaType: text(.media) == "audio" ? .audio : .video, title: text(.title) ?? "", description: text(.description),
            date: fields.dateIfPresent(.date),
            duration: fields.decodeIfPresent(Int.self, forKey: .duration).map { Double($0) / 1000 },
            image: text(.image).map { try .url($0, lowResolution: text(.smallImage)) } ?? .none, imageCopyright: text(.imageCopyright),
            episode: fields.decodeIfPresent(Int.self, forKey: .episode).map { Episode(number: $0, season: season) },
            viewport: text(.viewport).flatMap(Viewport.init) ?? .standard, availableFrom: fields.dateIfPresent(.availableFrom),
            availableUntil: fields.dateIfPresent(.availableUntil), blockingReason: text(.blockingReason).map(BlockingReason.init))
    }
}

/// A range in milliseconds.
private struct DecodedSpan: Decodable {
    enum Key: String, CodingKey { case markIn, markOut }
    let range: TimeRange

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let (start, end) = try (fields.decode(Int.self, forKey: .markIn), fields.decode(Int.self, forKey: .markOut))
        guard start <= end else {
            throw DecodingError.dataCorruptedError(
                forKey: .markOut, in: fields, debugDescription: "The span ends at \(end) ms, before its start at \(start) ms.")
        }
        range = TimeRange(start: Double(start) / 1000, end: Double(end) / 1000)
    }
}

private struct DecodedInterval: Decodable {
    enum Key: String, CodingKey { case kind }
    let range: MarkedRange

    init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
        range = try MarkedRange(MarkedRange.Kind(interval: kind), DecodedSpan(from: decoder).range)
    }
}

extension MarkedRange.Kind {
    /// Blocked ranges come from segments, never from intervals.
    fileprivate init(interval name: String) {
        switch name {
        case "openingCredits": self = .openingCredits
        case "closingCredits": self = .closingCredits
        default: self = .custom(name)
        }
    }
}

/// An element that may be of a newer, unknown kind.
private struct Lenient<Element: Decodable>: Decodable {
    let element: Element?
    init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
}

extension KeyedDecodingContainer {
    fileprivate func lenientArray<Element: Decodable>(_ type: Element.Type, _ key: Key) throws -> [Element] {
        try decodeIfPresent([Lenient<Element>].self, forKey: key)?.compactMap(\.element) ?? []
    }

    fileprivate func dateIfPresent(_ key: Key) throws -> Date? {
        try decodeIfPresent(String.self, forKey: key).map { try parsed($0, key) }
    }

    fileprivate func date(_ key: Key) throws -> Date { try parsed(decode(String.self, forKey: key), key) }

    private func parsed(_ text: String, _ key: Key) throws -> Date {
        let hasFraction = text.contains(".")
        guard let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\"\(text.prefix(60))\" is not an ISO 8601 date with an offset.")
        }
        return date
    }
}
