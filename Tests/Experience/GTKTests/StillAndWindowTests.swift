// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxCaptions
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxCaptionDrawing
@testable import WindowboxGTK
@testable import windowbox

/// A film without anything in its frames but black.
private final class BlackFilm: Sendable {
    let folder: URL
    var path: String { folder.appending(path: "film.mp4").path }

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let words = ["-f", "lavfi", "-i", "color=black:s=640x360:r=25:d=9", "-c:v", "mpeg4", "-q:v", "2", "-g", "5"]
        let (status, said) = try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-v", "error", "-y", "-nostdin"] + words + [path])
        guard status == 0 else { throw RunningProgram.Fault("ffmpeg: \(said)") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ sample: CaptionSample) throws -> String {
        let file = folder.appending(path: sample.name)
        try Data(sample.text.utf8).write(to: file)
        return file.path
    }
}

extension OnDisplay {
    /// `windowbox still --captions` and the window show the same.
    @MainActor struct StillAndWindow {
        private struct Drawing {
            var captionBounds: [Rectangle]
            /// Red, green and blue of each pixel.
            var samples: [UInt8]
        }

        private static let size = PixelSize(width: 640, height: 360)

        private func still(_ film: BlackFilm, _ captions: String, at time: Double) async throws -> Drawing {
            let file = film.folder.appending(path: "\(UUID().uuidString).png").path
            let command = try StillCommand.parse([film.path, "--at", "\(time)", "--captions", captions, "-o", file])
            try await command.run()
            let drawn = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            let image = try #require(try command.stillCaptions()).image(on: drawn, at: MediaTime(seconds: time))
            return Drawing(captionBounds: image.captionBounds, samples: try await PictureSubtitleFilm.pixels(of: file))
        }

        @Test("A still has the boxes and the pixels that the window shows", arguments: CaptionSample.all)
        func same(_ sample: CaptionSample) async throws {
            let film = try await BlackFilm()
            let file = try film.write(sample)
            let document = CaptionDocument.read(Array(sample.text.utf8))
            let model = PlayerModel(Player(items: [.simple(url: URL(fileURLWithPath: film.path).absoluteString)]))
            try #require(await eventually { model.player.playbackState == .paused && !model.player.isBuffering })
            let overlay = CaptionOverlay()
            overlay.bind(\.cues) { model.cues }
            try await withWindow(overlay.minimumSize(width: Self.size.width, height: Self.size.height)) { _ in
                try #require(await eventually { overlay.width == Self.size.width && overlay.height == Self.size.height })
                await model.captions.read([file])
                for time in sample.times {
                    _ = await model.player.seek(.at(time), .immediate).result
                    let expected = ActiveCues(of: document, at: MediaTime(seconds: time))
                    try #require(!expected.isEmpty, "the file shows nothing at \(time) s: \(document.errors)")
                    try #require(await eventually { overlay.cues == expected }, "\(model.cues.texts)")
                    let before = overlay.drawings
                    overlay.redraw()
                    try #require(await eventually { overlay.drawings > before })
                    let pixels = try #require(Pixels(of: overlay))
                    let still = try await still(film, file, at: time)
                    #expect(still.captionBounds == overlay.drawnBounds)
                    let window = pixels.samples
                    try #require(still.samples.count == window.count)
                    let differences = zip(still.samples, window).map { abs(Int($0) - Int($1)) }
                    #expect(window.contains { $0 > 64 }, "nothing is drawn")
                    let count = differences.count { $0 > 0 }
                    #expect(count == 0, "\(count) samples differ at \(time) s, by up to \(differences.max() ?? 0)")
                    try Self.keep(still.samples, window, as: "\(sample.name)-\(time)")
                }
            }
        }

        /// Writes both drawings below each other into the folder `WINDOWBOX_GALLERY`, for review.
        private static func keep(_ still: [UInt8], _ window: [UInt8], as name: String) throws {
            guard let folder = ProcessInfo.processInfo.environment["WINDOWBOX_GALLERY"] else { return }
            let header = Data("P6 \(size.width) \(size.height * 2) 255\n".utf8)
            try (header + Data(still) + Data(window)).write(to: URL(fileURLWithPath: folder).appending(path: "\(name).ppm"))
        }
    }
}
