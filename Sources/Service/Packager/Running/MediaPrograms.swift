// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The programs needed for packaging.
public enum MediaPrograms {
    static let names = ["ffmpeg", "ffprobe"]

    /// The programs that can't be found.
    /// - Parameter path: folders in the format of `PATH`.
    public static func missing(path: String) -> [String] {
        let folders = path.split(separator: ":")
        return names.filter { name in !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }
    }

    /// The encoders needed for some settings that the installed ffmpeg hasn't, such as `libx265`.
    /// - Throws: ``PackagerError`` if ffmpeg can't be run.
    public static func missingEncoders(_ settings: PackagerSettings) async throws -> [String] {
        let required = settings.codecs.union([.h264]).map(\.encoder).sorted() + ["aac"] + (settings.keepsSurround ? ["eac3"] : [])
        let known = Mutex<Set<String>>([])
        try await MediaProgram("ffmpeg", settings: settings).run(["-hide_banner", "-encoders"]) { line in
            let words = line.split(separator: " ").prefix(2)
            if words.count == 2 { known.withLock { _ = $0.insert(String(words[1])) } }
        }
        return known.withLock { known in required.filter { !known.contains($0) } }
    }
}
