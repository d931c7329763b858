// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Reading what came over the wire, leniently.
enum PlaylistText {
    static func read(_ bytes: [UInt8], base: String, importable: [Definition]) -> PlaylistReading {
        Playlist.parse(bytes, baseURL: base, options: ReadingOptions(mode: .lenient, importable: importable))
    }

    /// The first thing wrong, for people.
    static func complaint(_ reading: PlaylistReading) -> String {
        let worst = reading.diagnostics.first { $0.severity == .error } ?? reading.diagnostics.first
        guard let worst else { return "the text is not a playlist of the kind expected here" }
        return "line " + String(worst.line) + ": " + worst.message + "; " + worst.cure
    }
}
