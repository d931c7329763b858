// SPDX-License-Identifier: Apache-2.0

public import WindowboxAds
import WindowboxHLS

/// A video in a playback service's catalogue.
public struct CatalogueVideo: Hashable, Sendable {
    /// How a source is delivered.
    public enum Delivery: String, Hashable, Sendable { case hls, mp4, dash, other }

    /// One way to play the video.
    public struct Source: Hashable, Sendable {
        /// The URL of the playlist or file.
        public var url: String
        /// How it is delivered.
        public var delivery: Delivery
    }

    /// The service's identifier.
    public var id: String
    /// The title for display; nil if it has none.
    public var name: String?
    /// In seconds.
    public var duration: Double?
    /// The ways to play it, in the order of the service.
    public var sources: [Source]
    /// Ad breaks and other points that the service stores with the video.
    public var cuePoints: ContentCuePoints
    /// Strings, numbers and booleans of the document by name, including those in `custom_fields`; also for a `StreamRequestPolicy`.
    public var metadata: [String: String]

    /// The source to play: HLS over HTTPS, else other HLS, else MP4, else the first of any kind.
    public var source: Source? {
        sources.first { $0.delivery == .hls && $0.url.utf8.starts(with: "https:".utf8) } ?? sources.first { $0.delivery == .hls }
            ?? sources.first { $0.delivery == .mp4 } ?? sources.first
    }

    /// Nil if the document is not a video.
    init?(_ document: JSONValue) {
        guard case .object(let members) = document, let id = document["id"]?.string else { return nil }
        self.id = id
        name = document["name"]?.string
        duration = document["duration"]?.number.flatMap { $0 >= 0 && $0.isFinite ? $0 / 1000 : nil }
        sources = document["sources"]?.array?.compactMap(Self.source) ?? []
        cuePoints = ContentCuePoints(document["cue_points"]?.array?.compactMap(Self.cuePoint) ?? [])
        metadata = [:]
        if case .object(let custom) = document["custom_fields"] { add(custom) }
        add(members)
    }

    private mutating func add(_ members: [JSONValue.Member]) {
        for member in members { if let text = Self.text(member.value) { metadata[member.name] = text } }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): DecimalText.text(number)
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    private static func source(_ entry: JSONValue) -> Source? {
        guard let url = entry["src"]?.string, !url.isEmpty else { return nil }
        let type = entry["type"]?.string?.lowercased() ?? ""
        let delivery: Delivery =
            type.contains("mpegurl")
            ? .hls : type.contains("dash") ? .dash : type == "video/mp4" || entry["container"]?.string == "MP4" ? .mp4 : .other
        return Source(url: url, delivery: delivery)
    }

    /// A negative time means before the content; an entry without a time is ignored.
    private static func cuePoint(_ entry: JSONValue) -> ContentCuePoint? {
        guard let time = entry["time"]?.number else { return nil }
        var properties: [String: String] = [:]
        if case .object(let members) = entry { for member in members { properties[member.name] = text(member.value) } }
        return ContentCuePoint(entry["type"]?.string?.lowercased() ?? "", at: time < 0 ? .before : .at(time), properties: properties)
    }
}

/// A playlist of a service's videos.
public struct CataloguePlaylist: Hashable, Sendable {
    /// The service's identifier.
    public var id: String
    /// The title for display; nil if it has none.
    public var name: String?
    /// Invalid entries are dropped.
    public var videos: [CatalogueVideo]

    init?(_ document: JSONValue) {
        guard let id = document["id"]?.string, let entries = document["videos"]?.array else { return nil }
        self.id = id
        name = document["name"]?.string
        videos = entries.compactMap { CatalogueVideo($0) }
    }
}

/// Why a request to a playback service failed.
public enum CatalogueFailure: Error, Hashable, Sendable {
    /// One error of the service's response.
    public struct Reason: Hashable, Sendable {
        /// Such as `VIDEO_NOT_FOUND`.
        public var code: String
        /// The service's finer code, such as `CLIENT_GEO`; nil without one.
        public var subcode: String?
        /// The service's explanation, in English; nil without one.
        public var message: String?

        public init(code: String, subcode: String? = nil, message: String? = nil) {
            self.code = code
            self.subcode = subcode
            self.message = message
        }
    }

    /// The service can't be reached, or timed out.
    case connection(String)
    /// The response is malformed.
    case document
    /// The service returned an error.
    case refused(status: Int, [Reason])
}
