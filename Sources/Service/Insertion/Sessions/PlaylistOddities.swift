// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Which problems in playlists are new for a session's log, which names each once.
struct PlaylistOddities: Sendable {
    private var known: Set<String> = []
    /// The limit of problems per session.
    static let limit = 64

    /// Whether the log must name it now.
    mutating func isNew(_ problem: String) -> Bool { known.count < Self.limit && known.insert(problem).inserted }

    /// The texts of what the playlist's reader left out or replaced.
    ///
    /// - Parameter name: of the playlist, for people. It must not be a URL of a third party.
    mutating func new(_ diagnostics: [PlaylistDiagnostic], in name: String) -> [String] {
        diagnostics.compactMap { diagnostic in
            // In a live playlist, the same problem is in another line each time.
            guard isNew("\(name) \(diagnostic.code.name) \(diagnostic.message)") else { return nil }
            return """
                \(name), line \(diagnostic.line): \(diagnostic.message), so it is ignored. Correct the playlist: \(diagnostic.remedy); \
                a duration is less than 1,000,000,000 s.
                """
        }
    }
}

extension PlaylistReading {
    /// What concerns durations and other values that decide which ads are shown and for how long.
    var oddities: [PlaylistDiagnostic] {
        Array(diagnostics.lazy.filter { [.duration, .missingDuration, .attribute].contains($0.code) }.prefix(16))
    }
}
