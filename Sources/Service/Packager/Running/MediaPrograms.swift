// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The programs that media are made with.
public enum MediaPrograms {
    static let names = ["ffmpeg", "ffprobe"]

    /// Which of them can't be found.
    /// - Parameter path: folders, as `PATH` has them.
    public static func missing(path: String) -> [String] {
        let folders = path.split(separator: ":")
        return names.filter { name in !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }
    }
}
