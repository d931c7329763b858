// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Parses downloaded playlists leniently.
enum PlaylistText {
    static func read(_ bytes: [UInt8], base: String, importable: [Definition]) -> PlaylistReading {
        Playlist.parse(bytes, baseURL: base, options: ReadingOptions(mode: .lenient, importable: importable))
    }

    /// The first error, or else the first diagnostic, as human-readable text.
    static func complaint(_ reading: PlaylistReading) -> String {
        let worst = reading.diagnostics.first { $0.severity == .error } ?? reading.diagnostics.first
        guard let worst else { return "the text is not a playlist of the kind expected here" }
        if worst.code == .notAPlaylist { return "this is not a playlist: " + worst.message + "; " + worst.remedy }
        return "line " + String(worst.line) + ": " + worst.message + "; " + worst.remedy
    }

    /// Why a list of separate media can't be played as one item.
    static func isAddressList(_ playlist: MediaPlaylist) -> String {
        let count = playlist.segments.count
        // Queries may hold credentials.
        let url = playlist.segments.first?.uri.url ?? ""
        let first = String(Substring(url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
        return count == 1
            ? "it is not a stream but names one, " + first + "; open that address"
            : "it is not a stream but a list of " + String(count) + " addresses; open one of them, such as " + first
    }

    /// Records the first eight diagnostics in the journal.
    static func note(_ reading: PlaylistReading, _ url: String, _ out: inout SessionOutput) {
        for diagnostic in reading.diagnostics.prefix(8) {
            let location = String(diagnostic.line) + ":" + String(diagnostic.column)
            out.note(.diagnostic, shortName(url) + ":" + location + " " + diagnostic.code.name + ": " + diagnostic.message)
        }
        if reading.diagnostics.count > 8 {
            out.note(.diagnostic, shortName(url) + ": " + String(reading.diagnostics.count - 8) + " more")
        }
    }
}
