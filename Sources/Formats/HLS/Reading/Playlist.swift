// SPDX-License-Identifier: Apache-2.0

// given: import WindowboxHLS
// given: let bytes: [UInt8] = []
/// A playlist of either kind.
///
/// ```swift
/// let reading = Playlist.parse(bytes, baseURL: "https://example.com/film.m3u8")
/// for diagnostic in reading.diagnostics { print(diagnostic.line, diagnostic.message, diagnostic.remedy) }
/// for variant in try reading.get().multivariant?.variants ?? [] { print(variant.bandwidth) }
/// ```
public enum Playlist: Hashable, Sendable {
    /// A playlist of variants and renditions.
    case multivariant(MultivariantPlaylist)
    /// A playlist of segments.
    case media(MediaPlaylist)

    /// The multivariant playlist; nil for a media playlist.
    public var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = self { playlist } else { nil }
    }

    /// The media playlist; nil for a multivariant playlist.
    public var media: MediaPlaylist? {
        if case .media(let playlist) = self { playlist } else { nil }
    }
}
