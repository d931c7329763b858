// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxKit
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Picture subtitles")
struct PictureSubtitleTests {
    /// White boxes with a black border, the second at the very bottom.
    static func shelf() throws -> CueBuffer {
        var writer = PresentationGraphicsWriter(width: 1280, height: 720)
        writer.show([.box(x: 400, y: 40, width: 480, height: 60)], at: 2)
        writer.show([.box(x: 200, y: 660, width: 400, height: 60)], at: 4)
        writer.show([], at: 6)
        return try SubtitleFile.parse(writer.bytes, name: "film.sup")
    }

    private func shown(_ pictures: [CaptionImage], from start: Double, to end: Double = 86_400) -> TextFact {
        .loaded(
            TextResource(rendition: 0, format: .pictures(pictures), bytes: [], range: TimeRange(start: start, end: end), offset: 0))
    }

    private func picture(_ x: Double) -> CaptionImage {
        let frame = Rectangle(x: x, y: 0, width: 10, height: 10)
        return CaptionImage(bytes: [1], placement: CaptionPlacement(frame: frame, canvas: PixelSize(width: 720, height: 576)))
    }

    private func places(_ shelf: CueBuffer, at time: Double) -> [Double] {
        shelf.active(at: time).document.cues.compactMap { $0.image?.placement?.frame.x }
    }

    @Test("Picture subtitles replace earlier ones, until an empty set removes them")
    func sets() {
        var shelf = CueBuffer()
        shelf.handle(shown([picture(1), picture(2)], from: 5))
        #expect(places(shelf, at: 4.9).isEmpty)
        #expect(places(shelf, at: 60) == [1, 2])
        shelf.handle(shown([picture(3)], from: 8))
        shelf.handle(shown([], from: 9))
        #expect(places(shelf, at: 7.9) == [1, 2])
        #expect(places(shelf, at: 8) == [3])
        #expect(places(shelf, at: 9).isEmpty)
        // Subtitles that are loaded again, such as after a seek, are stored once.
        shelf.handle(shown([picture(1), picture(2)], from: 5, to: 8))
        #expect(places(shelf, at: 6) == [1, 2])
        #expect(shelf.nextChange(after: 6) == 8)
        shelf.handle(.discarded(from: -.infinity))
        #expect(shelf.cues.isEmpty)
    }

    @Test("Picture subtitles of a file are read with their times on the video's clock")
    func file() throws {
        let shelf = try Self.shelf()
        #expect(shelf.cues.map(\.start.seconds) == [2, 4])
        #expect(shelf.cues.map(\.end.seconds) == [4, 6])
        #expect(places(shelf, at: 5) == [200])
        #expect(throws: SubtitleFileError.self) { try SubtitleFile.parse(Array("PG is no subtitle".utf8), name: "film.sup") }
    }
}

extension OnDisplay {
    @MainActor struct PictureSubtitleDrawing {
        @Test("Picture subtitles are drawn at their canvas position, also at the edge, and move for controls")
        func places() async throws {
            let overlay = CaptionOverlay()
            let shelf = try PictureSubtitleTests.shelf()
            try await withWindow(overlay.minimumSize(width: 640, height: 360)) { _ in
                overlay.cues = shelf.active(at: 5)
                try #require(await eventually { overlay.width == 640 && !overlay.drawnBounds.isEmpty })
                #expect(overlay.drawnBounds == [Rectangle(x: 100, y: 330, width: 200, height: 30)])
                let pixels = try #require(Pixels(of: overlay))
                #expect(pixels[200, 345] == 0xFFFFFF)
                #expect(pixels[101, 345] == 0x000000)
                overlay.bottomInset = 50
                #expect(await eventually { overlay.drawnBounds == [Rectangle(x: 100, y: 280, width: 200, height: 30)] })
            }
        }
    }
}
