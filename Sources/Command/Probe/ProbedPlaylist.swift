// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A parsed playlist.
struct ProbedPlaylist {
    var reading: PlaylistReading
    /// Whether it has an EXT-X-VERSION.
    var statesVersion: Bool

    /// Whether it was converted from a DASH manifest.
    let isManifest: Bool

    init(_ bytes: [UInt8], base: String, isStrict: Bool, isManifest: Bool = false) {
        self.isManifest = isManifest
        reading = Playlist.parse(bytes, baseURL: base, options: ReadingOptions(mode: isStrict ? .strict : .lenient))
        statesVersion = Self.hasLine(startingWith: Array("#EXT-X-VERSION:".utf8), in: bytes)
    }

    /// The model has the effective version, which is 1 if none is stated; the report distinguishes the two.
    private static func hasLine(startingWith tag: [UInt8], in bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            if bytes[start..<end].drop(while: { $0 == 0x20 || $0 == 0x09 }).starts(with: tag) { return true }
            start = end + 1
        }
        return false
    }

    var members: [(name: String, value: JSONTree)] {
        let (kind, body): (String?, KeyValuePairs<String, any JSONConvertible>) =
            switch reading.playlist {
            case .media(let playlist): ("media", playlist.members(statesVersion: statesVersion))
            case .multivariant(let playlist): ("multivariant", playlist.members(statesVersion: statesVersion))
            case nil: (nil, ["unknownTags": [String]()])
            }
        return [("kind", kind.json)] + body.map { ($0.key, $0.value.json) } + [
            ("warnings", reading.warnings.json), ("errors", reading.errors.json),
        ]
    }

    func summary(of address: String) -> String {
        var text = TerminalText.line(address) + "\n"
        if isManifest { text += "DASH manifest, played as this playlist:\n" }
        if reading.isAddressList { text += "a list of addresses, not a stream\n" }
        switch reading.playlist {
        case .media(let playlist): text += playlist.summary(statesVersion: statesVersion)
        case .multivariant(let playlist): text += playlist.summary(statesVersion: statesVersion)
        case nil: text += "not a playlist\n"
        }
        return text + problems
    }

    private var problems: String {
        guard !reading.diagnostics.isEmpty else { return "" }
        let (errors, warnings) = (reading.errors.count, reading.warnings.count)
        var text = "\n\(counted(errors, "error")), \(counted(warnings, "warning"))\n"
        for problem in reading.diagnostics {
            let location = problem.line == 0 ? "playlist" : "\(problem.line):\(problem.column)"
            let word = problem.severity == .error ? "error" : "warning"
            text += "  \(location): \(word): \(TerminalText.line(problem.message)) [\(problem.code.name)]\n"
            text += "    remedy: \(TerminalText.line(problem.remedy))\n"
        }
        return text
    }
}

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
