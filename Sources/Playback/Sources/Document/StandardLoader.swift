// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer
public import WindowboxStreaming
public import WindowboxTransport

/// An item that one ``StandardDocument`` describes, fetched when the item is about to be played.
///
/// `PlayerError.underlying` is a ``SourceError``.
public struct StandardLoader<CustomData: Decodable & Sendable>: AssetLoader {
    /// Makes an asset in a way of the application's own, such as with keys.
    public typealias AssetProvider = @Sendable (StandardDocument<CustomData>) -> Asset

    private let url: String
    private let headers: TransportHeaders
    private let transport: any Transport
    private let limits: StreamLoad.TimeLimits
    private let placeholder: PlayerMetadata
    private let provider: AssetProvider?

    /// A document of more bytes than this is refused.
    static var maximumBytes: Int { 8 << 20 }

    /// - Parameters:
    ///   - url: where the document is.
    ///   - customData: the type of the document's `customData`.
    ///   - placeholder: what is shown before the document is there.
    ///   - asset: nil plays the document's `source`.
    public init(
        url: String, customData: CustomData.Type = CustomData.self, headers: TransportHeaders = [:],
        transport: any Transport = RoutingTransport.secure(), limits: StreamLoad.TimeLimits = .init(), placeholder: PlayerMetadata = .empty,
        asset: AssetProvider? = nil
    ) {
        self.url = url
        self.headers = headers
        self.transport = transport
        self.limits = limits
        self.placeholder = placeholder
        provider = asset
    }

    public func metadata() -> AsyncThrowingStream<StandardDocument<CustomData>, any Error> {
        let request = JSONRequest(url: url, headers: headers, limits: limits, maximumBytes: Self.maximumBytes)
        return AsyncThrowingStream { out in
            let fetch = Task { [transport] in
                do throws(SourceError) {
                    out.yield(try await request.answer(from: transport))
                    out.finish()
                } catch {
                    out.finish(throwing: PlayerError(error))
                }
            }
            out.onTermination = { _ in fetch.cancel() }
        }
    }

    public func asset(for metadata: StandardDocument<CustomData>) -> Asset {
        if let provider { return provider(metadata) }
        if let url = metadata.url { return .simple(url: url) }
        let error = SourceError(
            .noResource, "The document names no source to play. The service has to be mended.", place: url)
        return .unavailable(PlayerError(error))
    }

    public func playerMetadata(for metadata: StandardDocument<CustomData>?) -> PlayerMetadata { metadata?.metadata ?? placeholder }
}

/// For documents of which the application uses no `customData`.
public struct NoCustomData: Decodable, Sendable {
    public init(from decoder: any Decoder) throws {}
}

extension PlayerItem {
    /// An item that a document describes; see ``StandardLoader``.
    public static func standard(url: String, headers: TransportHeaders = [:], transport: any Transport = RoutingTransport.secure())
        -> PlayerItem
    {
        PlayerItem(loader: StandardLoader<NoCustomData>(url: url, headers: headers, transport: transport))
    }

    /// An item that a document with data of the application's describes; see ``StandardLoader``.
    public static func standard<CustomData: Decodable & Sendable>(
        url: String, customData: CustomData.Type, headers: TransportHeaders = [:], transport: any Transport = RoutingTransport.secure(),
        asset: StandardLoader<CustomData>.AssetProvider? = nil
    ) -> PlayerItem {
        PlayerItem(loader: StandardLoader(url: url, customData: customData, headers: headers, transport: transport, asset: asset))
    }
}
