// SPDX-License-Identifier: Apache-2.0

/// A playlist of either kind.
public enum Playlist: Hashable, Sendable {
    case multivariant(MultivariantPlaylist)
    case media(MediaPlaylist)

    public var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = self { playlist } else { nil }
    }

    public var media: MediaPlaylist? {
        if case .media(let playlist) = self { playlist } else { nil }
    }
}
