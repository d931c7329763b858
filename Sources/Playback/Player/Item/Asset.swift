// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// The source of an item's media.
public struct Asset: Sendable {
    /// The media that an engine loads.
    public struct Media: Sendable {
        /// An absolute URL, or a local path.
        public let address: String
        /// Sent only to the origin of ``address``.
        public let headers: TransportHeaders
        /// Loads the bytes; nil uses the player's transport.
        public let loader: (any Transport)?
        /// Provides the keys that it supports.
        public let keys: (any KeyProvider)?

        init(address: String, headers: TransportHeaders = [:], loader: (any Transport)? = nil, keys: (any KeyProvider)? = nil) {
            self.address = address
            self.headers = headers
            self.loader = loader
            self.keys = keys
        }
    }

    package enum Source: Sendable {
        case media(Media)
        case unavailable(any Error)
    }

    package let source: Source
    /// The media for engines; nil for ``unavailable(_:)``.
    public var media: Media? { if case .media(let media) = source { media } else { nil } }
    /// How it is played.
    public var configuration: PlaybackConfiguration

    /// Media at a URL.
    /// - Parameters:
    ///   - url: an absolute URL, or a local path, of HLS or any container. The format is detected from the first bytes.
    ///   - headers: sent to the origin of `url` (scheme, host and port), never to another host that a playlist or a redirect refers to.
    public static func simple(
        url: String, headers: TransportHeaders = [:], configuration: PlaybackConfiguration = PlaybackConfiguration()
    ) -> Asset {
        Asset(source: .media(Media(address: url, headers: headers)), configuration: configuration)
    }

    /// Media whose bytes the application loads: playlists, segments, keys and everything else they refer to, for any scheme.
    ///
    /// An item's metadata may be updated during playback: playback continues as long as the address is the same and the loaders are the
    /// same object or equal values. A loader that is a value but not `Hashable` never equals another one.
    public static func custom(
        url: String, loader: any Transport, configuration: PlaybackConfiguration = PlaybackConfiguration()
    ) -> Asset {
        Asset(source: .media(Media(address: url, loader: loader)), configuration: configuration)
    }

    /// Encrypted media whose keys the application provides. Plain keys at their URLs (key format `identity`) need no provider:
    /// ``simple(url:headers:configuration:)`` plays them.
    ///
    /// Key providers are compared like loaders, see ``custom(url:loader:configuration:)``.
    /// - Parameter loader: loads the bytes; nil uses the player's transport.
    public static func encrypted(
        url: String, keys: any KeyProvider, loader: (any Transport)? = nil,
        configuration: PlaybackConfiguration = PlaybackConfiguration()
    ) -> Asset {
        Asset(source: .media(Media(address: url, loader: loader, keys: keys)), configuration: configuration)
    }

    /// No media: the item fails with this error, but its metadata is still shown.
    public static func unavailable(_ error: any Error) -> Asset {
        Asset(source: .unavailable(error), configuration: PlaybackConfiguration())
    }

    /// Whether playback can continue if one asset replaces the other.
    func isSameResource(as other: Asset) -> Bool {
        guard case .media(let left) = source, case .media(let right) = other.source else { return false }
        return left.address == right.address && left.headers == right.headers && isSame(left.loader, right.loader)
            && isSame(left.keys, right.keys)
    }
}

extension Asset.Media {
    package var hasHeaders: Bool { !headers.fields.isEmpty }

    /// The transport that loads the media: its own loader or `base`, with its headers.
    public func transport(over base: any Transport) -> any Transport {
        let loader = loader ?? base
        return hasHeaders ? OriginHeaders(loader, headers: headers, originOf: address) : loader
    }
}

/// The same object, equal values, or both nil.
private func isSame(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if type(of: left) is AnyClass { return type(of: left) == type(of: right) && (left as AnyObject) === (right as AnyObject) }
    guard let left = left as? any Hashable, let right = right as? any Hashable else { return false }
    return AnyHashable(left) == AnyHashable(right)
}
