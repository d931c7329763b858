// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WindowboxAds
public import WindowboxTransport

/// A URL of Windowbox's own ad stitching: of a session, or one that creates a session when requested.
///
/// Such a stream plays in any player; this player also recognises its ads.
public struct StitchedAddress: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case session(tracking: String)
        case origin(service: String, content: String, parameters: [String: String])
    }

    /// The URL of the stream as given.
    public let address: String
    private let kind: Kind

    /// Nil for all other URLs, and for guided streams, whose ads are interstitials.
    public init?(_ address: String) {
        guard let components = URLComponents(string: address), components.scheme == "http" || components.scheme == "https",
            let range = address.firstRange(of: "/stitched/")
        else { return nil }
        let words = components.percentEncodedPath.split(separator: "/")
        guard words.count >= 3, words.suffix(3).first == "stitched", words.last == "index.m3u8" else { return nil }
        self.address = address
        guard words[words.count - 2] == "new" else {
            kind = .session(tracking: "\(address[..<range.upperBound])\(words[words.count - 2])/tracking.json")
            return
        }
        var values: [String: String] = [:]
        for item in components.queryItems ?? [] { values[item.name] = item.value }
        guard let content = values.removeValue(forKey: "origin"), values.removeValue(forKey: "mode") != "guided" else { return nil }
        let parameters = values.filter { $0.key.hasPrefix("ads.") }.map { (String($0.key.dropFirst(4)), $0.value) }
        kind = .origin(
            service: String(address[..<range.lowerBound]), content: content, parameters: Dictionary(parameters) { first, _ in first })
    }

    /// The request for the stream.
    public var request: StreamRequest {
        var request = StreamRequest(.recorded(sourceID: "", videoID: address))
        if case .origin(_, _, let parameters) = kind { request.adTagParameters = parameters }
        return request
    }

    /// The content without ads, if known.
    public var content: String? { if case .origin(_, let content, _) = kind { content } else { nil } }

    /// The service that provides the stream's ads and receives their events.
    public func service(transport: any Transport = RoutingTransport.secure()) -> any StitchingService {
        switch kind {
        case .session(let tracking):
            StitchedSessionService(stream: StitchedStream(address: address, tracking: tracking), transport: transport)
        case .origin(let service, let content, _): WindowboxStitching(service, transport: transport) { _ in content }
        }
    }
}

/// An existing session.
private struct StitchedSessionService: StitchingService {
    let stream: StitchedStream
    private let service: WindowboxStitching

    init(stream: StitchedStream, transport: any Transport) {
        self.stream = stream
        service = WindowboxStitching("", transport: transport) { _ in nil }
    }

    func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream { stream }
    func ads(of stream: StitchedStream) async -> TrackedAds? { await service.ads(of: stream) }
    func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async {
        await service.replaceParameters(parameters, of: stream)
    }
}
