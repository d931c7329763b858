// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds caption files beside a video: `film.en.srt` and `film.vtt` for `film.mp4`.
enum CaptionFiles {
    private static let extensions: Set<String> = ["srt", "vtt", "ttml", "dfxp", "ass", "ssa", "scc", "mcc", "stl"]

    /// Paths by language; "und" for files that name none.
    static func beside(_ path: String) -> [String: String] {
        let file = URL(fileURLWithPath: path)
        let stem = file.deletingPathExtension().lastPathComponent
        let folder = file.deletingLastPathComponent()
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        var found: [String: String] = [:]
        for name in names where name.hasPrefix(stem + ".") && extensions.contains(name.split(separator: ".").last?.lowercased() ?? "") {
            let middle = name.dropFirst(stem.count + 1).split(separator: ".").dropLast()
            guard middle.count <= 1 else { continue }
            let language = middle.first.map(String.init) ?? "und"
            if found[language] == nil { found[language] = folder.appending(path: name).path }
        }
        return found
    }
}
