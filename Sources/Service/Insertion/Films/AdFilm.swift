// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// An ad's film in all its versions.
struct AdFilm: Sendable {
    let key: String
    let address: String
    let multivariant: MultivariantPlaylist
    /// By their addresses.
    let playlists: [String: MediaPlaylist]

    /// Of the pictures, in seconds.
    let duration: Double

    init?(key: String, address: String, multivariant: MultivariantPlaylist, playlists: [String: MediaPlaylist]) {
        let main = multivariant.variants.compactMap { playlists[$0.uri.url] }.first
        guard let main, main.isEndList, main.duration > 0 else { return nil }
        self.key = key
        self.address = address
        self.multivariant = multivariant
        self.playlists = playlists
        duration = main.duration
    }

    /// Every address that has to be there for the film to play.
    static func addresses(of playlist: MultivariantPlaylist) -> [String] {
        let all = playlist.variants.map(\.uri.url) + playlist.renditions.compactMap { $0.uri?.url } + playlist.iFrameVariants.map(\.uri.url)
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }
    }
}
