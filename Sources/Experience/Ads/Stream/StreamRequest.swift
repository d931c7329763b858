// SPDX-License-Identifier: Apache-2.0

/// The parameters of a request for a stitched stream.
public struct StreamRequest: Hashable, Sendable {
    /// What is requested.
    public enum Kind: Hashable, Sendable {
        /// A recorded video, by the identifiers of its source and itself.
        case recorded(sourceID: String, videoID: String)
        /// A live stream, by its key.
        case live(assetKey: String)
    }

    /// What is requested.
    public var kind: Kind
    /// The account at the ad server; nil if the service needs none.
    public var networkCode: String?
    /// Identifies the requesting app.
    public var apiKey: String?
    /// Used instead of the API key; valid for one stream.
    public var authToken: String?
    /// For the ad server.
    public var adTagParameters: [String: String] = [:]
    /// Appended to the playlist's query.
    public var manifestSuffix: String?
    /// The URL of the content without ads, which is played if there are none; nil if unknown.
    public var contentURL: String?
    /// In seconds.
    public var timeout = 8.0

    /// Creates a request without keys or parameters.
    public init(_ kind: Kind) { self.kind = kind }
}

/// Derives a request from an item's metadata.
public enum StreamRequestPolicy: Hashable, Sendable {
    /// Recorded content, with the names of the two metadata values.
    case video(source: String, video: String)
    /// A live stream, with the name of its metadata value.
    case assetKey(String)

    /// The names commonly used by stitching services.
    public static let standardVideo = StreamRequestPolicy.video(source: "SourceId", video: "VideoId")
    /// See ``standardVideo``.
    public static let standardLive = StreamRequestPolicy.assetKey("AssetKey")

    /// Nil if the metadata is incomplete: the item is then played without stitching.
    public func request(for metadata: [String: String]) -> StreamRequest? {
        func value(_ name: String) -> String? { metadata[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch self {
        case .video(let source, let video):
            guard let source = value(source), let video = value(video) else { return nil }
            return StreamRequest(.recorded(sourceID: source, videoID: video))
        case .assetKey(let name): return value(name).map { StreamRequest(.live(assetKey: $0)) }
        }
    }
}

/// Authorization tokens for a stream.
public enum StreamToken {
    /// The text to sign: parameters sorted by name, as `k=v` joined with `~`.
    public static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "~")
    }

    /// - Parameters:
    ///   - parameters: the signed parameters.
    ///   - signature: HMAC-SHA256 of ``text(_:)``, as raw bytes.
    public static func token(_ parameters: [String: String], signature: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = String(decoding: signature.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        return text(parameters) + "~hmac=" + hex
    }
}
