// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// Where the media of an item comes from.
public struct Asset: Sendable {
    /// What an engine loads.
    public struct Media: Sendable {
        /// Absolute, or a path of this machine.
        public let address: String
        /// For the origin of ``address`` only.
        public let headers: TransportHeaders
        /// Brings the bytes; nil is the player's transport.
        public let loader: (any Transport)?
        /// Brings the keys that it handles.
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
    /// For engines; nil for ``unavailable(_:)``.
    public var media: Media? { if case .media(let media) = source { media } else { nil } }
    /// How it is played.
    public var configuration: PlaybackConfiguration

    /// Media at an address.
    /// - Parameters:
    ///   - url: absolute, or a path of this machine. HLS or any container, told apart by the first bytes.
    ///   - headers: sent to the origin of `url` (scheme, host and port), and never to another host that a playlist or a redirect names.
    public static func simple(
        url: String, headers: TransportHeaders = [:], configuration: PlaybackConfiguration = PlaybackConfiguration()
    ) -> Asset {
        Asset(source: .media(Media(address: url, headers: headers)), configuration: configuration)
    }

    /// Media whose bytes the application brings: playlists, segments, keys and all else that they name, for any scheme.
    ///
    /// A loader's metadata may be brought up to date while it plays: playing goes on as long as the address is the same and the
    /// loaders are one object, or equal values. A loader that is a value and not `Hashable` equals no other.
    public static func custom(
        url: String, loader: any Transport, configuration: PlaybackConfiguration = PlaybackConfiguration()
    ) -> Asset {
        Asset(source: .media(Media(address: url, loader: loader)), configuration: configuration)
    }

    /// Encrypted media whose keys the application brings. Plain keys that lie at their addresses (key format `identity`) need
    /// no provider: ``simple(url:headers:configuration:)`` plays them.
    ///
    /// Key providers are compared as loaders are, see ``custom(url:loader:configuration:)``.
    /// - Parameter loader: brings the bytes; nil is the player's transport.
    public static func encrypted(
        url: String, keys: any KeyProvider, loader: (any Transport)? = nil,
        configuration: PlaybackConfiguration = PlaybackConfiguration()
    ) -> Asset {
        Asset(source: .media(Media(address: url, loader: loader, keys: keys)), configuration: configuration)
    }

    /// No media: the item fails with this error, and its metadata are shown all the same.
    public static func unavailable(_ error: any Error) -> Asset {
        Asset(source: .unavailable(error), configuration: PlaybackConfiguration())
    }

    /// Playing need not start again when one takes the place of the other.
    func isSameResource(as other: Asset) -> Bool {
        guard case .media(let left) = source, case .media(let right) = other.source else { return false }
        return left.address == right.address && left.headers == right.headers && isSame(left.loader, right.loader)
            && isSame(left.keys, right.keys)
    }
}

extension Asset.Media {
    package var hasHeaders: Bool { !headers.fields.isEmpty }

    /// What loads it: its own loader or another transport, with its headers.
    public func transport(over base: any Transport) -> any Transport {
        let loader = loader ?? base
        return hasHeaders ? OriginHeaders(loader, headers: headers, originOf: address) : loader
    }
}

/// One object, equal values, or both absent.
private func isSame(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if type(of: left) is AnyClass { return type(of: left) == type(of: right) && (left as AnyObject) === (right as AnyObject) }
    guard let left = left as? any Hashable, let right = right as? any Hashable else { return false }
    return AnyHashable(left) == AnyHashable(right)
}
