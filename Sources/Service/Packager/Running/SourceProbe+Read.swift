// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension SourceProbe {
    /// Inspects a file.
    /// - Throws: ``PackagerError`` if it contains no supported media.
    public static func read(_ path: String, settings: PackagerSettings = PackagerSettings()) async throws -> SourceProbe {
        guard FileManager.default.isReadableFile(atPath: path) else { throw PackagerError.unreadable("\(path) doesn't exist") }
        let path = URL(fileURLWithPath: path).path
        let report = Mutex((text: "", isTooLong: false))
        let arguments =
            FFmpegInput.options(settings) + [
                "-v", "error", "-print_format", "json", "-show_streams", "-show_format", FFmpegInput.address(path),
            ]
        do {
            try await MediaProgram("ffprobe", settings: settings, reads: [path]).run(arguments) { line in
                report.withLock { report in
                    if report.text.utf8.count > 4 << 20 { report.isTooLong = true } else { report.text += line + "\n" }
                }
            }
        } catch let error as PackagerError where error.isOfProgram {
            throw PackagerError.unreadable(error.errorOutput.isEmpty ? "its format is not known" : error.errorOutput)
        }
        let (text, isTooLong) = report.withLock { $0 }
        guard !isTooLong else { throw PackagerError.tooLarge("its description has more than 4 MB") }
        return try SourceProbe(ffprobe: Data(text.utf8))
    }
}
