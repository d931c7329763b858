// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit

/// Generated posters: soft colours, different for each number.
enum MadePoster {
    /// - Parameter path: A JPEG file. An existing one is kept.
    static func write(_ number: Int, to path: String, size: String = "640x360") async throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Several tests may create the same one.
        let made = "\(path).\(UUID().uuidString).jpg"
        let source = "gradients=size=\(size):rate=1:duration=1:seed=\(number + 1):nb_colors=3"
        let arguments = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "1", "-q:v", "3", made]
        let (status, said) = try await RunningProgram.run("/usr/bin/env", arguments)
        guard status == 0 else { throw RunningProgram.Fault("ffmpeg: \(status) \(said)") }
        guard rename(made, path) == 0 else { throw RunningProgram.Fault("\(path) can't be written") }
    }
}
