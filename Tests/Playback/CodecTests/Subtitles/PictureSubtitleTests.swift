// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("Picture subtitles", .timeLimit(.minutes(2)))
struct PictureSubtitleTests {
    private typealias Picture = PresentationGraphicsWriter.Picture

    private func decoded(_ input: some DemuxerInput) throws -> [PictureSubtitle] {
        let demuxer = try Demuxer(input, container: .file)
        let pictures = demuxer.textTracks.first { $0.coding.isPictures }
        let track = try #require(pictures)
        let decoder = PictureSubtitleDecoder()
        var list: [PictureSubtitle] = []
        while let sample = try demuxer.next() {
            guard sample.track == track.track else { continue }
            list += try decoder.decode(sample, at: sample.presentation.seconds - max(demuxer.start, 0))
        }
        return list
    }

    private func decoded(_ writer: PresentationGraphicsWriter) throws -> [PictureSubtitle] {
        try decoded(FileInMemory(writer.bytes))
    }

    private func twoBoxes() -> PresentationGraphicsWriter {
        var writer = PresentationGraphicsWriter(width: 720, height: 576)
        writer.show([], at: 0)
        writer.show([.box(x: 100, y: 480, width: 300, height: 48), .box(x: 60, y: 20, width: 80, height: 40, isForced: true)], at: 1)
        writer.show([], at: 2.5)
        writer.show([.box(x: 400, y: 40, width: 200, height: 32)], at: 4)
        writer.show([], at: 6)
        return writer
    }

    @Test("PGS subtitles have times, positions and colours, and stay until the next ones")
    func presentationGraphics() throws {
        let sets = try decoded(twoBoxes())
        #expect(sets.map(\.start) == [0, 1, 2.5, 4, 6])
        #expect(sets.map(\.images.count) == [0, 2, 0, 1, 0])
        #expect(sets.allSatisfy { $0.canvas == PixelSize(width: 720, height: 576) && $0.end == nil })
        let image = try #require(sets[1].images.first)
        #expect(image.x == 100)
        #expect(image.y == 480)
        #expect(image.size == PixelSize(width: 300, height: 48))
        #expect(sets[1].images.map(\.isForced) == [false, true])
        let bytes = image.rgba
        #expect(bytes.prefix(4).elementsEqual([0, 0, 0, 255]))
        #expect(bytes.count == 300 * 48 * 4)
        let inside = (10 * 300 + 10) * 4
        #expect(bytes[inside..<inside + 4].allSatisfy { $0 > 250 })
        #expect(try image.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("Pixels outside the canvas and transparent edges are cropped")
    func cutting() throws {
        var writer = PresentationGraphicsWriter(width: 320, height: 180)
        var colors = [UInt8](repeating: 0, count: 100 * 50)
        for row in 10..<20 { for column in 30..<60 { colors[row * 100 + column] = 3 } }
        writer.show([Picture(x: 0, y: 0, width: 100, height: 50, colors: colors)], at: 1)
        writer.show([.box(x: 300, y: 170, width: 100, height: 50)], at: 2)
        writer.show([.box(x: 400, y: 170, width: 100, height: 50)], at: 3)
        writer.show([Picture(x: 5, y: 5, width: 100, height: 50, colors: [UInt8](repeating: 0, count: 5000))], at: 4)
        let sets = try decoded(writer)
        let first = try #require(sets.first?.images.first)
        #expect(first.x == 30)
        #expect(first.y == 10)
        #expect(first.size == PixelSize(width: 30, height: 10))
        #expect(first.rgba.count == 1200 && first.rgba[3] == 128)
        // A decoder may move or omit what exceeds the canvas.
        for image in sets.flatMap(\.images) {
            #expect(image.x >= 0)
            #expect(image.y >= 0)
            #expect(image.x + image.size.width <= 320)
            #expect(image.y + image.size.height <= 180)
        }
        #expect(sets.last?.images.isEmpty == true)
    }

    @Test("Damaged subtitles are shown in part and do no harm", arguments: 0..<40 as Range<UInt64>)
    func damage(seed: UInt64) throws {
        var chance = SeededChance(seed)
        var bytes = twoBoxes().bytes
        for _ in 0..<20 { bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance.next()) }
        bytes.removeLast(Int(chance.next() % 200))
        // The demuxer may reject the damaged file.
        let sets = (try? decoded(FileInMemory(bytes))) ?? []
        #expect(sets.count <= 8)
        for image in sets.flatMap(\.images) {
            let png = try image.png()
            #expect(image.indices.count == image.size.area)
            #expect(png.count > 40)
        }
    }

    @Test("Subtitles of absurd sizes are dropped")
    func sizes() throws {
        var writer = PresentationGraphicsWriter(width: 65_535, height: 65_535)
        writer.show([.box(x: 0, y: 0, width: 100, height: 50)], at: 1)
        #expect(try decoded(writer).allSatisfy { $0.images.allSatisfy { $0.size.area <= 5000 } })
        var wide = PresentationGraphicsWriter(width: 16_383, height: 16_383)
        wide.show([.box(x: 0, y: 0, width: 100, height: 50)], at: 1)
        var bytes = wide.bytes
        // Makes the object claim to be as large as the canvas.
        let found = bytes.indices.dropLast(24).first { bytes[$0...].starts(with: "PG".utf8) && bytes[$0 + 10] == 0x15 }
        let object = try #require(found)
        bytes.replaceSubrange((object + 20)..<(object + 24), with: [0x3F, 0xFF, 0x3F, 0xFF])
        #expect(try decoded(FileInMemory(bytes)).allSatisfy { $0.images.isEmpty })
    }

    @Test("Subtitles match the position and look of FFmpeg's rendering", arguments: PictureSubtitleFilm.Kind.allCases)
    func drawn(kind: PictureSubtitleFilm.Kind) async throws {
        var writer = twoBoxes()
        writer.show([.box(x: 200, y: 300, width: 120, height: 60, color: 3)], at: 6.5)
        let film = try await PictureSubtitleFilm(kind, tracks: [("ger", writer.bytes)])
        let sets = try decoded(FileInMemory(Array(try Data(contentsOf: URL(fileURLWithPath: film.path)))))
        for time in [0.6, 2, 3, 5] as [Double] {
            let shown = sets.last { $0.start <= time + 0.02 }.flatMap { $0.end ?? .infinity > time ? $0 : nil }
            #expect((shown?.images.isEmpty ?? true) == [0.6, 3].contains(time))
            var picture = try await film.picture(at: time, drawing: nil)
            let expected = try await film.picture(at: time, drawing: 0)
            for image in shown?.images ?? [] { Self.draw(image, on: &picture, width: 720) }
            let differing = zip(picture, expected).count { abs(Int($0) - Int($1)) > 6 }
            #expect(picture.count == expected.count, "\(differing) samples differ at \(time) s")
            #expect(differing < 720, "\(differing) samples differ at \(time) s")
        }
    }

    static func draw(_ image: PictureSubtitle.Image, on picture: inout [UInt8], width: Int) {
        let rgba = image.rgba
        for row in 0..<image.size.height {
            for column in 0..<image.size.width {
                let source = (row * image.size.width + column) * 4
                let target = ((image.y + row) * width + image.x + column) * 3
                let alpha = Int(rgba[source + 3])
                for part in 0..<3 {
                    let mixed = Int(rgba[source + part]) * alpha + Int(picture[target + part]) * (255 - alpha)
                    picture[target + part] = UInt8((mixed + 127) / 255)
                }
            }
        }
    }
}
