// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxPackager

/// The result for a file.
struct IngestReport: Encodable {
    var file: String
    var playlist: String?
    var videoID: String?
    var media: PackagedMedia?
    var error: String?

    enum CodingKeys: String, CodingKey { case file, playlist, media, error, videoID = "video_id" }

    /// Prints one line of JSON.
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(self) + Data("\n".utf8))
    }

    /// The result as readable text.
    var summary: String {
        var lines = [playlist ?? file]
        if let videoID { lines.append("  video \(videoID)") }
        if let media {
            lines.append(String(format: "  %.1f s, %d x %d", media.duration, media.width, media.height))
            for rendition in media.renditions + media.audioTracks {
                let name = rendition.playlist.split(separator: ".").first ?? ""
                lines.append(
                    "  \(name): \(rendition.averageBitrate / 1000) kbit/s, at most \(rendition.peakBitrate / 1000), "
                        + rendition.codecs.joined(separator: " "))
            }
            if !media.texts.isEmpty { lines.append("  captions: \(media.texts.map(\.language).joined(separator: " "))") }
        }
        return lines.joined(separator: "\n")
    }
}

/// A progress bar on standard error for work that takes longer than a second; shown only on a terminal.
struct IngestBar {
    private let label: String
    private let began = Date()
    private let isShowing: Bool
    private var isShown = false

    init(label: String, isQuiet: Bool) {
        self.label = String(label.prefix(40))
        isShowing = !isQuiet && isatty(2) == 1
    }

    /// - Parameter fraction: 0...1.
    mutating func show(_ fraction: Double) {
        guard isShowing, Date().timeIntervalSince(began) > 1 else { return }
        isShown = true
        let width = 32
        let filled = Int((min(max(fraction, 0), 1) * Double(width)).rounded())
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        FileHandle.standardError.write(Data("\r\(label) \(bar) \(String(format: "%3.0f %%", fraction * 100))".utf8))
    }

    mutating func finish() {
        guard isShown else { return }
        show(1)
        FileHandle.standardError.write(Data("\n".utf8))
    }
}
