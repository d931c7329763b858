// SPDX-License-Identifier: Apache-2.0

/// The result of parsing a playlist.
public struct PlaylistReading: Hashable, Sendable {
    /// nil if nothing useful could be read; ``diagnostics`` then contains an error. In strict mode it may be present despite errors, for
    /// tools that show both.
    public var playlist: Playlist?
    /// Diagnostics in line order.
    public var diagnostics: [PlaylistDiagnostic]

    /// Whether it is a list of separate media rather than a stream: the text has titles and addresses, but no tag that begins with `#EXT-X-`.
    /// Such lists of songs or channels have the same first line as HLS. ``playlist`` is then a media playlist with their addresses.
    public var isAddressList = false

    public init(playlist: Playlist?, diagnostics: [PlaylistDiagnostic] = []) {
        self.playlist = playlist
        self.diagnostics = diagnostics
    }

    /// The diagnostics that are errors, in line order.
    public var errors: [PlaylistDiagnostic] { diagnostics.filter { $0.severity == .error } }
    /// The diagnostics that are warnings, in line order.
    public var warnings: [PlaylistDiagnostic] { diagnostics.filter { $0.severity == .warning } }

    /// The playlist, or the first error.
    public func get() throws(PlaylistDiagnostic) -> Playlist {
        for diagnostic in diagnostics where diagnostic.severity == .error { throw diagnostic }
        guard let playlist else {
            throw PlaylistDiagnostic(
                severity: .error, code: .notAPlaylist, line: 0, message: "nothing was read", remedy: "give the bytes of a playlist")
        }
        return playlist
    }
}
