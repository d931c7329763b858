// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia

@testable import windowbox_desktop

@Suite struct PlaylistFileTests {
    private let list = URL(filePath: "/media/films/list.m3u8")

    private func text(_ url: URL, _ title: String = "Title", _ duration: Double? = nil) -> String {
        M3UPlaylist.text(of: [.init(url: url, title: title, duration: duration)], at: list)
    }

    @Test("Files below the list's folder are named relative to it, others completely")
    func addresses() {
        #expect(text(URL(filePath: "/media/films/a.mkv"), "A", 61.6) == "#EXTM3U\n#EXTINF:62,A\na.mkv\n")
        #expect(text(URL(filePath: "/media/films/Extras/b.mkv"), "B\nC") == "#EXTM3U\n#EXTINF:-1,B C\nExtras/b.mkv\n")
        #expect(text(URL(filePath: "/media/filmsX/b.mkv")).hasSuffix("\n/media/filmsX/b.mkv\n"))
        #expect(text(URL(string: "https://example.org/a%20b.m3u8?c=d")!).hasSuffix("\nhttps://example.org/a%20b.m3u8?c=d\n"))
    }

    @Test(
        "Whatever a file is called, the list leads to it",
        arguments: [
            "a.mkv", "#1 hit.mkv", "~/a.mkv", "~a.mkv", "100 %.mkv", "50%20.mkv", "what?.mkv", "a#b.mkv", " a.mkv", "a.mkv ", "a:b.mkv",
            "file:a.mkv", "data:a,b.mkv", "line\nbreak.mkv", "ü 日本.mkv", "e\u{301}.mkv", "back\\slash.mkv", "\"quoted\", comma.mkv",
        ])
    func names(name: String) throws {
        for folder in ["/media/films/", "/elsewhere/"] {
            let url = URL(filePath: folder + name)
            let written = text(url, "Some, title")
            let entries = try #require(M3UPlaylist.entries(of: Array(written.utf8), at: list))
            #expect(entries.map(\.url.path) == [url.standardized.path], "\(written)")
            #expect(entries.map(\.title) == ["Some, title"])
        }
    }

    @Test("The neighbours of a file are those in natural order, without other files and folders")
    func neighbours() async throws {
        let folder = try Folder()
        for name in ["Part 10.mkv", "part 2.mp4", "Part 1.webm", "notes.txt", ".hidden.mp4", "deep/Part 3.mkv"] {
            try folder.write("x", at: name)
        }
        func names(_ name: String) async -> [String?] {
            let found = await FolderMedia.neighbours(of: folder.url.appending(path: name))
            return [found.previous?.lastPathComponent, found.next?.lastPathComponent]
        }
        #expect(await names("Part 1.webm") == [nil, "part 2.mp4"])
        #expect(await names("part 2.mp4") == ["Part 1.webm", "Part 10.mkv"])
        #expect(await names("Part 10.mkv") == ["part 2.mp4", nil])
        // A file of another kind, or one that is gone, has its place in the order too.
        #expect(await names("part 3.film") == ["part 2.mp4", "Part 10.mkv"])
        #expect(await FolderMedia.neighbours(of: URL(filePath: "/nowhere/a.mkv")).next == nil)
    }

    @Test(
        "A window that fits a video has its size or that of the screen, with room for what is beside the video",
        arguments: [
            (PixelSize(width: 1280, height: 720), 16.0 / 9, 0, (1280, 720)), (PixelSize(width: 320, height: 180), 16.0 / 9, 0, (427, 240)),
            (PixelSize(width: 1280, height: 720), 16.0 / 9, 300, (1580, 720)),
            (PixelSize(width: 3840, height: 2160), 16.0 / 9, 0, (1728, 972)),
            (PixelSize(width: 720, height: 576), 16.0 / 9, 0, (1024, 576)),
            (PixelSize(width: 720, height: 1280), 9.0 / 16, 0, (547, 972)), (PixelSize(width: 1280, height: 720), 9.0 / 16, 0, (547, 972)),
        ] as [(PixelSize, Double, Int, (Int, Int))])
    func fitted(picture: PixelSize, ratio: Double, beside: Int, size: (Int, Int)) {
        let fitted = FittedSize.of(picture, ratio: ratio, around: (beside, 0), screen: (1920, 1080))
        #expect(fitted.width == size.0)
        #expect(fitted.height == size.1)
    }

    @Test("A cropped video keeps its width") func cropped() {
        let fitted = FittedSize.of(PixelSize(width: 1280, height: 720), isCropped: true, ratio: 2, around: (0, 0), screen: nil)
        #expect(fitted == (1280, 640))
    }
}
