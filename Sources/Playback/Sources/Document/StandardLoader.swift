// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer
public import WindowboxStreaming
public import WindowboxTransport

/// Loads a ``StandardDocument`` that describes an item, when the item is about to play.
///
/// `PlayerError.underlying` is a ``SourceError``.
public struct StandardLoader<CustomData: Decodable & Sendable>: AssetLoader {
    /// Creates an asset in the application's own way, for instance with keys.
    public typealias AssetProvider = @Sendable (StandardDocument<CustomData>) -> Asset

    private let url: String
    private let headers: TransportHeaders
    private let transport: any Transport
    private let limits: StreamLoad.TimeLimits
    private let placeholder: PlayerMetadata
    private let provider: AssetProvider?

    /// The maximum size of a document in bytes.
    static var maximumBytes: Int { 8 << 20 }

    /// - Parameters:
    ///   - url: the URL of the document.
    ///   - customData: the type of the document's `customData`.
    ///   - placeholder: metadata to display until the document is loaded.
    ///   - asset: creates the asset; nil plays the document's `source`.
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
                    out.yield(try await request.document(from: transport))
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
            .noResource, "The document contains no source to play. The service has to be fixed.", location: url)
        return .unavailable(PlayerError(error))
    }

    public func playerMetadata(for metadata: StandardDocument<CustomData>?) -> PlayerMetadata { metadata?.metadata ?? placeholder }
}

/// For documents whose `customData` the application doesn't use.
public struct NoCustomData: Decodable, Sendable {
    public init(from decoder: any Decoder) throws {}
}

extension PlayerItem {
    /// Creates an item described by a document; see ``StandardLoader``.
    public static func standard(url: String, headers: TransportHeaders = [:], transport: any Transport = RoutingTransport.secure())
        -> PlayerItem
    {
        PlayerItem(loader: StandardLoader<NoCustomData>(url: url, headers: headers, transport: transport))
    }

    /// Creates an item described by a document with the application's own data; see ``StandardLoader``.
    public static func standard<CustomData: Decodable & Sendable>(
        url: String, customData: CustomData.Type, headers: TransportHeaders = [:], transport: any Transport = RoutingTransport.secure(),
        asset: StandardLoader<CustomData>.AssetProvider? = nil
    ) -> PlayerItem {
        PlayerItem(loader: StandardLoader(url: url, customData: customData, headers: headers, transport: transport, asset: asset))
    }
}
