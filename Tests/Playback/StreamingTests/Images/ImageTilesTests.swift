// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Image playlists")
struct ImageTilesTests {
    private func read(_ lines: String, ending: String = "\n#EXT-X-ENDLIST\n") -> ImageTiles? {
        let text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-IMAGES-ONLY\n" + lines + ending
        return ImageTiles(playlist: Array(text.utf8), url: "https://example.com/thumbs/index.m3u8")
    }

    @Test("Thumbnails are laid out row by row, each with its time")
    func sheet() throws {
        let tiles = try #require(
            read(
                "#EXTINF:12,\n#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=3x2,DURATION=2\na.jpg\n#EXTINF:4,\n#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=3x2,DURATION=2\nb.jpg"
            ))
        let first = try #require(tiles.tile(at: 0))
        #expect(first.url == "https://example.com/thumbs/a.jpg")
        #expect(first.timeRange == TimeRange(start: 0, end: 2))
        #expect(first.area == PixelRectangle(x: 0, y: 0, width: 160, height: 90))
        let fifth = try #require(tiles.tile(at: 9.9))
        #expect(fifth.area == PixelRectangle(x: 160, y: 90, width: 160, height: 90))
        #expect(fifth.timeRange == TimeRange(start: 8, end: 10))
        let other = try #require(tiles.tile(at: 14.5))
        #expect(other.url == "https://example.com/thumbs/b.jpg")
        #expect(other.timeRange == TimeRange(start: 14, end: 16))
        #expect(tiles.tile(at: 16) == nil)
        #expect(tiles.tile(at: -1) == nil)
    }

    @Test("Without a layout each image is one thumbnail, possibly a byte range of a file")
    func single() throws {
        let tiles = try #require(read("#EXTINF:6,\n#EXT-X-BYTERANGE:100@20\nall.bin\n#EXT-X-GAP\n#EXTINF:6,\nlost.jpg"))
        let tile = try #require(tiles.tile(at: 3))
        #expect(tile.area == nil)
        #expect(tile.bytes == ByteSpan(offset: 20, length: 100))
        #expect(tiles.tile(at: 7) == nil, "an image marked as a gap")
    }

    @Test("A wrong layout yields the last thumbnail, and extreme numbers do no harm")
    func hostile() throws {
        let few = try #require(read("#EXTINF:100,\n#EXT-X-TILES:RESOLUTION=10x10,LAYOUT=2x1,DURATION=1\na.jpg"))
        #expect(few.tile(at: 50)?.area?.x == 10)
        let many = try #require(
            read("#EXTINF:1000,\n#EXT-X-TILES:RESOLUTION=4000000000x4000000000,LAYOUT=4000000000x4000000000,DURATION=0.000001\na.jpg"))
        for time in [0.0, 1, 999.9] { _ = many.tile(at: time) }
    }

    @Test("Live playlists and invalid ones yield no thumbnails")
    func unfit() {
        #expect(read("#EXTINF:6,\na.jpg", ending: "\n") == nil)
        #expect(ImageTiles(playlist: Array("WEBVTT".utf8), url: "x") == nil)
        #expect(ImageTiles(playlist: [], url: "x") == nil)
    }

    @Test("The smallest image playlist that is wide enough is chosen")
    func choice() {
        func image(_ width: Int) -> ImagePlaylist { ImagePlaylist(url: "\(width)", size: PixelSize(width: width, height: 1)) }
        let presentation = Presentation(variants: [], images: [320, 80, 160, 640].map(image), contentTypes: [])
        #expect(presentation.imagePlaylist(for: 160)?.url == "160")
        #expect(presentation.imagePlaylist(for: 200)?.url == "320")
        #expect(presentation.imagePlaylist(for: 1)?.url == "80")
        #expect(presentation.imagePlaylist(for: 1000)?.url == "640")
        #expect(Presentation(variants: [], contentTypes: []).imagePlaylist(for: 160) == nil)
    }
}
