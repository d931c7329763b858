// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WindowboxAds
import WindowboxHLS
import WindowboxStreaming
public import WindowboxTransport

/// A stream with stitched ads, as offered by a service.
public struct StitchedStream: Hashable, Sendable {
    /// URL of its multivariant playlist.
    public var address: String
    /// URL of its tracking document; nil if the service tracks ads itself.
    public var tracking: String?

    public init(address: String, tracking: String?) {
        self.address = address
        self.tracking = tracking
    }
}

/// A source of stitched streams.
public protocol StitchingService: Sendable {
    /// - Throws: if there is none; the stream without ads is played then.
    func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream
    /// The ads decided so far; nil if they can't be read now, so that those known stay.
    func ads(of stream: StitchedStream) async -> TrackedAds?
    /// Changes the ad parameters of upcoming breaks.
    func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async
}

/// Windowbox's own stitching service: creates sessions with `POST /stitched/sessions`.
public struct WindowboxStitching: StitchingService {
    private let address: String
    private let transport: any Transport
    /// The URL of a request's content.
    private let content: @Sendable (StreamRequest) -> String?

    /// - Parameters:
    ///   - address: base URL of the service, without a trailing slash.
    ///   - content: returns the URL of a request's multivariant playlist without ads; nil if there is none.
    public init(
        _ address: String, transport: any Transport = RoutingTransport.secure(), content: @escaping @Sendable (StreamRequest) -> String?
    ) {
        self.address = address
        self.transport = transport
        self.content = content
    }

    private struct SessionRequest: Encodable {
        var origin: String
        var parameters: [String: String]
    }

    public func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream {
        guard let origin = content(request),
            let body = try? JSONEncoder().encode(SessionRequest(origin: origin, parameters: request.adTagParameters))
        else { throw .request }
        var headers: TransportHeaders = ["Content-Type": "application/json"]
        if let token = request.authToken ?? request.apiKey { headers["Authorization"] = "Bearer \(token)" }
        let asked = TransportRequest(
            url: "\(address)/stitched/sessions", method: .post, headers: headers, payload: Array(body),
            limits: .init(whole: request.timeout),
            maximumBytes: 1 << 16)
        let response: [UInt8]
        do throws(TransportError) { response = try await transport.bytes(of: asked) } catch {
            if error.cause == .timeout { throw .loadTimeout }
            throw error.status == nil ? StreamFailure.network : StreamFailure.request
        }
        let document = JSONValue.parse(response)
        guard var playlist = document?["manifest_url"]?.string else { throw .response }
        if let suffix = request.manifestSuffix, !suffix.isEmpty { playlist += (playlist.contains("?") ? "&" : "?") + suffix }
        return StitchedStream(address: playlist, tracking: document?["tracking_url"]?.string)
    }

    public func ads(of stream: StitchedStream) async -> TrackedAds? {
        guard let address = stream.tracking else { return TrackedAds() }
        let request = TransportRequest(url: address, limits: .init(whole: 8), maximumBytes: 4 << 20, acceptsCompression: true)
        guard let response = try? await transport.bytes(of: request), JSONValue.parse(response) != nil else { return nil }
        return TrackedAds(response)
    }

    public func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async {
        guard let folder = stream.address.lastIndex(of: "/"), let body = try? JSONEncoder().encode(parameters) else { return }
        let request = TransportRequest(
            url: "\(stream.address[..<folder])/parameters", method: .init("PUT"), headers: ["Content-Type": "application/json"],
            payload: Array(body), limits: .init(whole: 8), maximumBytes: 1 << 16)
        // If it fails, upcoming breaks keep their previous ads.
        _ = try? await transport.bytes(of: request)
    }
}
