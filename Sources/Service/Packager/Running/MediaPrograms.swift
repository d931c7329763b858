// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The programs needed for packaging.
public enum MediaPrograms {
    static let names = ["ffmpeg", "ffprobe"]

    /// The programs that can't be found.
    /// - Parameter path: folders in the format of `PATH`.
    public static func missing(path: String) -> [String] {
        let folders = path.split(separator: ":")
        return names.filter { name in !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }
    }
}
