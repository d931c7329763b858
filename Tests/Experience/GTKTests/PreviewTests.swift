// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Previews")
struct PreviewTests {
    @Test("A sprite track has an image tile for each range, with URLs relative to its own")
    func sprites() {
        let file = """
            WEBVTT

            00:00.000 --> 00:10.000
            tiles.jpg#xywh=0,0,160,90

            00:10.000 --> 00:20.000
            tiles.jpg#xywh=160,0,160,90

            00:20.000 --> 00:30.000
            last.png
            """
        let track = SpriteTrack(Array(file.utf8), address: "https://example.org/a/track.vtt")
        #expect(track.tile(at: 12)?.address == "https://example.org/a/tiles.jpg")
        #expect(track.tile(at: 12)?.part == PixelRectangle(x: 160, y: 0, width: 160, height: 90))
        #expect(track.tile(at: 25)?.part == nil)
        #expect(track.tile(at: 30) == nil)
    }

    @Test(
        "Invalid tiles are left out", arguments: ["a.jpg#xywh=0,0,0,90", "a.jpg#xywh=1,2,3", "#xywh=0,0,1,1", "a.jpg#xywh=-1,0,1,1"])
    func badParts(_ payload: String) {
        #expect(SpriteTrack(Array("WEBVTT\n\n00:00.000 --> 00:10.000\n\(payload)".utf8), address: "https://example.org/t.vtt").tiles == [])
    }

    @Test("One thumbnail is requested at a time, then the newest")
    func oneAtATime() {
        var rule = ThumbnailRule()
        #expect(rule.handle(.hover(1)) == [.fetch(1)])
        #expect(rule.handle(.hover(2)) == [])
        #expect(rule.handle(.hover(3)) == [])
        #expect(rule.handle(.answered) == [.show, .fetch(3)])
        #expect(rule.handle(.answered) == [.show])
        #expect(rule.handle(.hover(3)) == [])
    }

    @Test("A thumbnail that arrives after the pointer left is not shown")
    func left() {
        var rule = ThumbnailRule()
        _ = rule.handle(.hover(1))
        #expect(rule.handle(.left) == [.hide])
        #expect(rule.handle(.answered) == [])
        #expect(rule.handle(.hover(1)) == [.fetch(1)])
    }

    @Test("Images are cached within a byte limit, least recently used dropped first")
    func cache() {
        var cache = ByteCache<Int>(capacity: 100)
        cache.keep(1, bytes: 40, as: "a")
        cache.keep(2, bytes: 40, as: "b")
        #expect(cache.value("a") == 1)
        cache.keep(3, bytes: 40, as: "c")
        #expect(cache.value("b") == nil)
        #expect(cache.value("a") == 1)
        #expect(cache.bytes == 80)
        cache.keep(4, bytes: 101, as: "d")
        #expect(cache.value("d") == nil)
        cache.keep(5, bytes: 20, as: "a")
        #expect(cache.bytes == 60)
    }

    @Test("A part of an image has its pixels, as far as they exist")
    func part() {
        let picture = PicturePool().quarters(PixelSize(width: 4, height: 4), [1, 2, 3, 4])
        let part = picture.part(PixelRectangle(x: 2, y: 1, width: 9, height: 2))
        #expect(part?.size == PixelSize(width: 2, height: 2))
        let pixels = part?.withUnsafeBytes { [$0.load(as: UInt32.self), $0.load(fromByteOffset: part!.stride, as: UInt32.self)] }
        #expect(pixels == [2, 4])
        #expect(picture.part(PixelRectangle(x: 4, y: 0, width: 1, height: 1)) == nil)
    }
}
