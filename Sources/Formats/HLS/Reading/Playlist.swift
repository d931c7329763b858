// SPDX-License-Identifier: Apache-2.0

/// A playlist of either kind.
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
