// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WindowboxAds
import WindowboxHLS
import WindowboxStreaming
public import WindowboxTransport

/// A stream with ads in it, as a service offers it.
public struct StitchedStream: Hashable, Sendable {
    /// Of its multivariant playlist.
    public var address: String
    /// Of what is to be told of its ads; nil where the service tells it by itself.
    public var tracking: String?

    public init(address: String, tracking: String?) {
        self.address = address
        self.tracking = tracking
    }
}

/// Where stitched streams come from.
public protocol StitchingService: Sendable {
    /// - Throws: why there is none; the stream without ads is played then.
    func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream
    /// What is decided so far.
    func ads(of stream: StitchedStream) async -> TrackedAds
    /// For breaks to come.
    func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async
}

/// The stitching of Windowbox's own service: sessions by `POST /stitched/sessions`.
public struct WindowboxStitching: StitchingService {
    private let address: String
    private let transport: any Transport
    /// Where the content of a request lies.
    private let content: @Sendable (StreamRequest) -> String?

    /// - Parameters:
    ///   - address: of the service, without a slash at its end.
    ///   - content: the address of a request's multivariant playlist without ads; nil where there is none.
    public init(
        _ address: String, transport: any Transport = RoutingTransport.secure(), content: @escaping @Sendable (StreamRequest) -> String?
    ) {
        self.address = address
        self.transport = transport
        self.content = content
    }

    private struct Wish: Encodable {
        var origin: String
        var parameters: [String: String]
    }

    public func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream {
        guard let origin = content(request), let body = try? JSONEncoder().encode(Wish(origin: origin, parameters: request.adTagParameters))
        else { throw .request }
        var headers: TransportHeaders = ["Content-Type": "application/json"]
        if let token = request.authToken ?? request.apiKey { headers["Authorization"] = "Bearer \(token)" }
        let asked = TransportRequest(
            url: "\(address)/stitched/sessions", method: .post, headers: headers, payload: Array(body),
            limits: .init(whole: request.timeout),
            maximumBytes: 1 << 16)
        let answer: [UInt8]
        do throws(TransportError) { answer = try await transport.bytes(of: asked) } catch {
            if error.cause == .timeout { throw .loadTimeout }
            throw error.status == nil ? StreamFailure.network : StreamFailure.request
        }
        let document = JSONValue.parse(answer)
        guard var playlist = document?["manifest_url"]?.string else { throw .response }
        if let suffix = request.manifestSuffix, !suffix.isEmpty { playlist += (playlist.contains("?") ? "&" : "?") + suffix }
        return StitchedStream(address: playlist, tracking: document?["tracking_url"]?.string)
    }

    public func ads(of stream: StitchedStream) async -> TrackedAds {
        guard let address = stream.tracking else { return TrackedAds() }
        let request = TransportRequest(url: address, limits: .init(whole: 8), maximumBytes: 4 << 20, acceptsCompression: true)
        guard let answer = try? await transport.bytes(of: request) else { return TrackedAds() }
        return TrackedAds(answer)
    }

    public func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async {
        guard let folder = stream.address.lastIndex(of: "/"), let body = try? JSONEncoder().encode(parameters) else { return }
        let request = TransportRequest(
            url: "\(stream.address[..<folder])/parameters", method: .init("PUT"), headers: ["Content-Type": "application/json"],
            payload: Array(body), limits: .init(whole: 8), maximumBytes: 1 << 16)
        // What is not taken changes nothing: the breaks to come have the ads that they would have had.
        _ = try? await transport.bytes(of: request)
    }
}
