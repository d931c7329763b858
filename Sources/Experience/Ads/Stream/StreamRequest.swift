// SPDX-License-Identifier: Apache-2.0

/// What a stitched stream is asked for with.
public struct StreamRequest: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case recorded(sourceID: String, videoID: String)
        case live(assetKey: String)
    }

    public var kind: Kind
    public var networkCode: String?
    /// Says which app asks.
    public var apiKey: String?
    /// Used in the place of the key; of one stream.
    public var authToken: String?
    /// For the ad server.
    public var adTagParameters: [String: String] = [:]
    /// Added to the playlist's query.
    public var manifestSuffix: String?
    public var contentURL: String?
    /// Seconds.
    public var timeout = 8.0

    public init(_ kind: Kind) { self.kind = kind }
}

/// Which request an item's metadata leads to.
public enum StreamRequestPolicy: Hashable, Sendable {
    /// Recorded content, by the names of the two values.
    case video(source: String, video: String)
    /// A live stream, by the name of its key.
    case assetKey(String)

    /// The names that stitching services use.
    public static let standardVideo = StreamRequestPolicy.video(source: "SourceId", video: "VideoId")
    public static let standardLive = StreamRequestPolicy.assetKey("AssetKey")

    /// Nil when the item has not what it takes: then it is played without stitching.
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

/// Tokens that let one stream be asked for.
public enum StreamToken {
    /// What is signed: the parameters by their names, `k=v` joined with `~`.
    public static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "~")
    }

    /// - Parameters:
    ///   - parameters: that were signed.
    ///   - signature: HMAC-SHA256 of ``text(_:)`` in bytes.
    public static func token(_ parameters: [String: String], signature: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = String(decoding: signature.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        return text(parameters) + "~hmac=" + hex
    }
}
