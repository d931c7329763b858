// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing
import WindowboxPlayer

@testable import WindowboxLibrary

@MainActor @Suite struct LibraryTests {
    private let folder: Folder
    private let moment = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws { folder = try Folder() }

    @Test("Played items and their positions survive a restart, newest first")
    func items() async throws {
        let library = Library(at: folder.library)
        #expect(library.problem == nil)
        library.open("file:///a.mp4", title: "A", at: moment)
        library.open("https://example.org/b.m3u8", title: "B", at: moment + 1)
        library.leave("file:///a.mp4", at: 100, of: 600)
        library.leave("https://example.org/b.m3u8", at: 595, of: 600)
        library.open("file:///a.mp4", at: moment + 2)
        await library.settle()

        let later = Library(at: folder.library)
        #expect(
            later.items == [
                RecentItem(address: "file:///a.mp4", title: "A", opened: moment + 2, position: 100, duration: 600),
                RecentItem(address: "https://example.org/b.m3u8", title: "B", opened: moment + 1, position: nil, duration: 600),
            ])
        #expect(later.resumePosition(of: "file:///a.mp4") == 100)
        #expect(later.resumePosition(of: "https://example.org/b.m3u8") == nil)
        #expect(later.resumePosition(of: "file:///c.mp4") == nil)
        #expect(try #require(later.items.first?.progress) == 100.0 / 600)
    }

    @Test("The library is readable by its user only, even if an earlier version left it open")
    func isPrivate() async throws {
        func others(_ path: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) & 0o077
        }
        let path = folder.library.path
        let library = Library(at: folder.library)
        library.open("https://name:password@example.org/film.mp4", at: moment)
        await library.settle()
        #expect(try others(path) == 0)
        #expect(try others(path + "-wal") == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(Library(at: folder.library).items.count == 1)
        #expect(try others(path) == 0)
    }

    @Test("With resuming off, positions are kept but not used")
    func noResuming() {
        let library = Library()
        library.open("file:///a.mp4", at: moment)
        library.leave("file:///a.mp4", at: 100, of: 600)
        library.settings.resumes = false
        #expect(library.resumePosition(of: "file:///a.mp4") == nil)
        library.settings.resumes = true
        #expect(library.resumePosition(of: "file:///a.mp4") == 100)
    }

    @Test("A removed item is deleted with its image, also from the file")
    func forget() async {
        let library = Library(at: folder.library)
        for name in ["a", "b", "c"] { library.open(name, at: moment) }
        library.setPicture([1, 2, 3], of: "a")
        library.forget("a")
        await library.settle()
        #expect(Library(at: folder.library).items.map(\.address).sorted() == ["b", "c"])
        library.open("a", at: moment)
        await library.settle()
        #expect(await Library(at: folder.library).picture(of: "a") == nil)
        library.forgetAll()
        await library.settle()
        #expect(Library(at: folder.library).items.isEmpty)
    }

    @Test("An image stays with its item, also in memory")
    func pictures() async {
        let kept = Library(at: folder.library)
        for library in [kept, Library()] {
            library.open("a", at: moment)
            library.setPicture([1, 2, 3], of: "a")
            library.setPicture([4], of: "never opened")
            library.open("a", title: "A", at: moment + 1)
            await library.settle()
            #expect(await library.picture(of: "a") == [1, 2, 3])
            #expect(await library.picture(of: "never opened") == nil)
        }
    }

    @Test("A limited number of items is kept, the newest ones")
    func capacity() async {
        let library = Library(at: folder.library)
        for number in 0..<(LibraryFile.capacity + 20) { library.open("\(number)", at: moment + Double(number)) }
        #expect(library.items.count == LibraryFile.capacity)
        await library.settle()
        let later = Library(at: folder.library)
        #expect(later.items.map(\.address) == library.items.map(\.address))
        #expect(later.items.last?.address == "20")
    }

    @Test("Settings survive a restart, including the preferred languages")
    func settings() async throws {
        let library = Library(at: folder.library)
        let processing = #"{"normalization": "album", "preamp": -3, "isNightMode": true, "deinterlacing": "always"}"#
        library.settings = try JSONDecoder().decode(ViewerSettings.self, from: Data(processing.utf8))
        #expect(library.settings.preamp == -3)
        #expect(library.settings.isNightMode)
        let standard = ViewerSettings()
        #expect(library.settings.normalization != standard.normalization)
        #expect(library.settings.deinterlacing != standard.deinterlacing)
        library.settings.volume = 0.25
        library.settings.appearance = .light
        library.settings.maximumHeight = 720
        library.settings.window = .init(width: 900, height: 500, isMaximized: true)
        library.preferences = MediaPreferences(audibleLanguages: ["de", "fr"], legible: .always, legibleLanguages: ["en"])
        await library.settle()
        let later = Library(at: folder.library)
        #expect(later.settings == library.settings)
        #expect(later.preferences.audibleLanguages == ["de", "fr"])
    }

    @Test("Invalid settings are ignored, and the others kept")
    func badSettings() throws {
        let text = """
            {"volume": 7, "speed": "fast", "subtitleScale": -1, "maximumHeight": -5, "appearance": "pink", "isMuted": true,
             "preamp": 99, "normalization": "loud", "deinterlacing": 7,
             "window": {"width": 1, "height": 9999999, "isMaximized": false}, "media": 3, "ofTomorrow": []}
            """
        let settings = try JSONDecoder().decode(ViewerSettings.self, from: Data(text.utf8))
        var expected = ViewerSettings()
        expected.volume = 2
        expected.subtitleScale = 0.5
        expected.isMuted = true
        expected.preamp = 15
        #expect(settings == expected)
    }

    @Test("Two programs can share a library, and each writes only its changes")
    func together() async {
        let (one, other) = (Library(at: folder.library), Library(at: folder.library))
        one.open("a", at: moment)
        other.open("b", at: moment + 1)
        one.leave("a", at: 100, of: 600)
        other.settings.volume = 0.5
        await one.settle()
        await other.settle()
        let later = Library(at: folder.library)
        #expect(later.items.map(\.address) == ["b", "a"])
        #expect(later.resumePosition(of: "a") == 100)
        #expect(later.settings.volume == 0.5)
    }

    @Test("Pending changes are written when the program ends")
    func close() {
        let library = Library(at: folder.library)
        library.open("a", at: moment)
        library.close()
        #expect(Library(at: folder.library).items.map(\.address) == ["a"])
    }

    @Test("A running write is finished before the program ends")
    func closeWhileWriting() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (mayGoOn, hasLooked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let library = Library(at: folder.library, now: moment) { database in
            database.trace { event in
                guard event.description.hasPrefix("INSERT INTO item") else { return }
                begin.yield()
                mayGoOn.wait()
            }
        }
        library.open("a", at: moment)
        for await _ in begun { break }
        Thread.detachNewThread {
            // A reader that waits for the write can't signal; one that doesn't wait has read long before.
            _ = hasLooked.wait(timeout: .now() + 0.3)
            mayGoOn.signal()
        }
        library.close()
        #expect(Library(at: folder.library).items.map(\.address) == ["a"])
        hasLooked.signal()
        await library.settle()
    }

    @Test("The file is in the folder of the XDG specification")
    func location() {
        func path(_ data: String?) -> String {
            Library.standardLocation(environment: data.map { ["XDG_DATA_HOME": $0] } ?? [:], home: "/person").path
        }
        #expect(path("/data") == "/data/windowbox/library.sqlite")
        #expect(path(nil) == "/person/.local/share/windowbox/library.sqlite")
        #expect(path("") == "/person/.local/share/windowbox/library.sqlite")
        #expect(path("relative") == "/person/.local/share/windowbox/library.sqlite")
    }
}
