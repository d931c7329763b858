// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A media playlist of a session, by the name at the end of its URL: `v0.m3u8` for the first variant, `r0.m3u8` for the first rendition,
/// `i0.m3u8` for the first I-frame playlist.
struct ContentRendition: Hashable, Sendable {
    enum Kind: Character, Hashable, Sendable { case variant = "v", rendition = "r", iFrames = "i" }

    let kind: Kind
    let index: Int

    init(_ kind: Kind, _ index: Int) {
        self.kind = kind
        self.index = index
    }

    /// - Parameter name: such as `v0`.
    init?(_ name: some StringProtocol) {
        guard name.utf8.count <= 6, let first = name.first, let kind = Kind(rawValue: first), let index = Int(name.dropFirst()),
            index >= 0
        else { return nil }
        self.init(kind, index)
    }

    /// The playlist with a URL of the origin; nil if it isn't part of the content.
    init?(at address: String, in playlist: MultivariantPlaylist) {
        if let index = playlist.variants.firstIndex(where: { $0.uri.url == address }) {
            self.init(.variant, index)
        } else if let index = playlist.renditions.firstIndex(where: { $0.uri?.url == address }) {
            self.init(.rendition, index)
        } else {
            return nil
        }
    }

    var name: String { "\(kind.rawValue)\(index)" }

    /// The origin's URL.
    func address(in playlist: MultivariantPlaylist) -> String? {
        switch kind {
        case .variant: playlist.variants.indices.contains(index) ? playlist.variants[index].uri.url : nil
        case .rendition: playlist.renditions.indices.contains(index) ? playlist.renditions[index].uri?.url : nil
        case .iFrames: playlist.iFrameVariants.indices.contains(index) ? playlist.iFrameVariants[index].uri.url : nil
        }
    }
}

extension MultivariantPlaylist {
    /// The playlist with absolute URLs, resolved once instead of for each request of each session.
    var withWholeAddresses: MultivariantPlaylist {
        var playlist = self
        for index in variants.indices { playlist.variants[index].uri = URIReference(variants[index].uri.url) }
        for index in renditions.indices { playlist.renditions[index].uri = renditions[index].uri.map { URIReference($0.url) } }
        for index in iFrameVariants.indices { playlist.iFrameVariants[index].uri = URIReference(iFrameVariants[index].uri.url) }
        return playlist
    }

    /// The playlist for a session, with its own names for the media playlists.
    ///
    /// - Parameter name: returns the relative URL for a playlist's name.
    func renamed(_ name: (String) -> String) -> MultivariantPlaylist {
        var playlist = self
        func reference(_ kind: ContentRendition.Kind, _ index: Int) -> URIReference {
            URIReference(name("\(ContentRendition(kind, index).name).m3u8"))
        }
        for index in variants.indices { playlist.variants[index].uri = reference(.variant, index) }
        for index in renditions.indices where renditions[index].uri != nil { playlist.renditions[index].uri = reference(.rendition, index) }
        for index in iFrameVariants.indices { playlist.iFrameVariants[index].uri = reference(.iFrames, index) }
        // Their URLs would bypass the session.
        playlist.imageVariants = []
        playlist.contentSteering = nil
        for index in playlist.sessionData.indices {
            switch playlist.sessionData[index].content {
            case .value: break
            case .json(let uri): playlist.sessionData[index].content = .json(URIReference(uri.url))
            case .raw(let uri): playlist.sessionData[index].content = .raw(URIReference(uri.url))
            }
        }
        for index in playlist.sessionKeys.indices {
            playlist.sessionKeys[index].uri = playlist.sessionKeys[index].uri.map { URIReference($0.url) }
        }
        playlist.defines = []
        playlist.baseURL = ""
        return playlist
    }
}
