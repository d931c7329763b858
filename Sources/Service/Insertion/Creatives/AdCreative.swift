// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// An ad creative with all its renditions.
struct AdCreative: Sendable {
    let key: String
    let address: String
    let multivariant: MultivariantPlaylist
    /// By URL.
    let playlists: [String: MediaPlaylist]
    /// What was wrong with its playlists.
    let diagnostics: [PlaylistDiagnostic]
    /// The bytes of its documents; parsed, they are several times as large.
    let bytes: Int

    /// The duration of the video in seconds.
    let duration: Double

    init?(
        key: String, address: String, multivariant: MultivariantPlaylist, playlists: [String: MediaPlaylist],
        diagnostics: [PlaylistDiagnostic] = [], bytes: Int = 0
    ) {
        let main = multivariant.variants.compactMap { playlists[$0.uri.url] }.first
        guard let main, main.isEndList, main.duration > 0 else { return nil }
        self.key = key
        self.address = address
        self.multivariant = multivariant
        self.playlists = playlists
        self.diagnostics = diagnostics
        self.bytes = bytes
        duration = main.duration
    }

    /// The URLs of all playlists needed to play the creative.
    static func addresses(of playlist: MultivariantPlaylist) -> [String] {
        let all = playlist.variants.map(\.uri.url) + playlist.renditions.compactMap { $0.uri?.url } + playlist.iFrameVariants.map(\.uri.url)
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }
    }
}
