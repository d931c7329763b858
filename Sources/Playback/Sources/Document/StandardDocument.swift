// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
public import WindowboxPlayer

/// Describes one item in a generic JSON format, with the application's own data.
///
/// Its JSON: `identifier`, `title`, `subtitle`, `description`, `posterUrl`, `seasonNumber`, `episodeNumber`, `viewport` (`STANDARD`,
/// `MONOSCOPIC`), `chapters` of `identifier`, `title`, `posterUrl`, `startTime`, `endTime`, `timeRanges` of `startTime`, `endTime`, `type`
/// (`BLOCKED`, `OPENING_CREDITS`, `CLOSING_CREDITS` or another), `source` with a `url`, `drm` with a `certificateUrl`, and `customData`.
/// Times are integer milliseconds. Only the source's URL is required, unless an asset is created in another way.
public struct StandardDocument<CustomData: Decodable & Sendable>: Decodable, Sendable {
    /// The metadata of the document, with chapters and marked ranges.
    public let metadata: PlayerMetadata
    /// The URL of the media.
    public let url: String?
    /// The URL of the certificate for the application's key system.
    public let certificateURL: String?
    /// What the application adds to the document; nil if it is missing.
    public let customData: CustomData?

    private enum Key: String, CodingKey {
        case identifier, title, subtitle, description, posterUrl, seasonNumber, episodeNumber, viewport, chapters, timeRanges, source, drm
        case customData
    }
    private struct Source: Decodable { let url: String }
    private struct Protection: Decodable { let certificateUrl: String? }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try fields.decodeIfPresent(String.self, forKey: key) }
        let season = try fields.decodeIfPresent(Int.self, forKey: .seasonNumber)
        metadata = try PlayerMetadata(
            identifier: text(.identifier), title: text(.title), subtitle: text(.subtitle), description: text(.description),
            image: ImageSource(poster: text(.posterUrl)), viewport: text(.viewport) == "MONOSCOPIC" ? .monoscopic : .standard,
            episode: fields.decodeIfPresent(Int.self, forKey: .episodeNumber).map { Episode(number: $0, season: season) },
            chapters: fields.decodeIfPresent([StandardChapter].self, forKey: .chapters)?.map(\.chapter) ?? [],
            markedRanges: fields.decodeIfPresent([StandardRange].self, forKey: .timeRanges)?.map(\.range) ?? [])
        url = try fields.decodeIfPresent(Source.self, forKey: .source)?.url
        certificateURL = try fields.decodeIfPresent(Protection.self, forKey: .drm)?.certificateUrl
        customData = try fields.decodeIfPresent(CustomData.self, forKey: .customData)
    }
}

private struct StandardChapter: Decodable {
    enum Key: String, CodingKey { case identifier, title, posterUrl }
    let chapter: Chapter

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        chapter = try Chapter(
            identifier: fields.decodeIfPresent(String.self, forKey: .identifier),
            title: fields.decodeIfPresent(String.self, forKey: .title),
            image: ImageSource(poster: fields.decodeIfPresent(String.self, forKey: .posterUrl)), timeRange: TimeRange(milliseconds: decoder)
        )
    }
}

private struct StandardRange: Decodable {
    enum Key: String, CodingKey { case type }
    let range: MarkedRange

    init(from decoder: any Decoder) throws {
        let type = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type)
        let kind: MarkedRange.Kind =
            switch type {
            case "BLOCKED": .blocked
            case "OPENING_CREDITS": .openingCredits
            case "CLOSING_CREDITS": .closingCredits
            default: .custom(type)
            }
        range = try MarkedRange(kind, TimeRange(milliseconds: decoder))
    }
}

extension ImageSource {
    fileprivate init(poster: String?) { self = poster.map { .url($0) } ?? .none }
}

private enum SpanKey: String, CodingKey { case startTime, endTime }

extension TimeRange {
    fileprivate init(milliseconds decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: SpanKey.self)
        let (start, end) = try (fields.decode(Int.self, forKey: .startTime), fields.decode(Int.self, forKey: .endTime))
        guard start <= end else {
            throw DecodingError.dataCorruptedError(
                forKey: .endTime, in: fields, debugDescription: "The span ends at \(end) ms, before its start at \(start) ms.")
        }
        self.init(start: Double(start) / 1000, end: Double(end) / 1000)
    }
}
