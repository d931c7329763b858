// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxPlayer

@testable import WindowboxGTK

@MainActor @Suite("Stream thumbnails", .timeLimit(.minutes(1)))
struct StreamThumbnailTests {
    /// Four by two pixels: the left half of one grey, the right half of another.
    private func sheet(_ left: UInt8, _ right: UInt8) -> [UInt8] {
        let pixels = (0..<8).flatMap { pixel -> [UInt8] in
            let grey = pixel % 4 < 2 ? left : right
            return [grey, grey, grey, 255]
        }
        let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        let texture = gdk_memory_texture_new(4, 2, GDK_MEMORY_R8G8B8A8, bytes, 16)!
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        let file = gdk_texture_save_to_png_bytes(texture)!
        defer { g_bytes_unref(file) }
        var count: gsize = 0
        let data = g_bytes_get_data(file, &count)
        return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    @Test("Thumbnails come from the image playlist, unless metadata have others")
    func images() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-muxed")
        let (files, sheet) = (FilesInMemory(stream.directory), sheet(10, 200))
        let origin = try await FaultyOrigin { request in
            switch request.path {
            case "/main.m3u8":
                .text(
                    """
                    #EXTM3U
                    #EXT-X-STREAM-INF:BANDWIDTH=900000
                    index.m3u8
                    #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1000,RESOLUTION=2x2,CODECS="png",URI="images.m3u8"

                    """)
            case "/images.m3u8":
                .text(
                    """
                    #EXTM3U
                    #EXT-X-TARGETDURATION:12
                    #EXT-X-IMAGES-ONLY
                    #EXTINF:12,
                    #EXT-X-TILES:RESOLUTION=2x2,LAYOUT=2x1,DURATION=6
                    sheet.png
                    #EXT-X-ENDLIST

                    """)
            case "/sheet.png": OriginResponse(headers: [("Content-Type", "image/png")], body: .bytes(sheet))
            default: files.answer(request)
            }
        }
        let player = Player(items: [.simple(url: origin.address + "/main.m3u8")])
        for await _ in player.propertiesUpdates where player.streamType == .onDemand { break }
        let model = PlayerModel(player)
        for (time, grey) in [(1.0, UInt8(10)), (7, 200), (5.9, 10)] {
            let picture = try #require(await model.thumbnail(at: time) as? PooledPicture)
            #expect(picture.size.width == 2)
            #expect(picture.size.height == 2)
            #expect(picture.withUnsafeBytes { $0.first } == grey)
        }
        #expect(await model.thumbnail(at: 13) == nil)
        #expect(origin.requests(for: "/sheet.png").count == 1)
    }

    @Test("Thumbnails come from the media itself if there are no others", arguments: ["vod-cmaf-muxed", "file-end-mp4"])
    func media(name: String) async throws {
        let player = Player(items: [.simple(url: try GeneratedStreams.named(name).address)])
        for await _ in player.propertiesUpdates where player.mediaType == .video && player.playbackState == .paused { break }
        let picture = try #require(await PlayerModel(player).thumbnail(at: 5))
        #expect(picture.size == PixelSize(width: 160, height: 90))
        let rows = picture.withUnsafeBytes { bytes in Set((0..<90).map { bytes[$0 * picture.stride + 80 * 4] }) }
        #expect(rows.count > 2)
    }
}
