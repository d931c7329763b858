// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK
@testable import windowbox_desktop

@Suite("Media actions")
@MainActor struct MediaActionTests {
    @Test("A video's properties list its location and tracks, without a password of the URL")
    func properties() {
        var facts = MediaProperties.Facts()
        facts.metadata = PlayerMetadata(title: "A <b>walk</b>", artist: "Somebody")
        facts.address = "file:///films/A%20walk.mkv"
        (facts.size, facts.duration) = (12_300_000, 3725)
        facts.tracks = [
            .init(kind: .video, codec: "hevc", size: PixelSize(width: 720, height: 576), orientation: .init(rotation: 90)),
            .init(kind: .audio, codec: "ac3", sampleRate: 48_000, channels: 6, language: "ger"),
            .init(kind: .audio, codec: "aac", sampleRate: 44_100, channels: 2),
            .init(kind: .text, codec: "hdmv_pgs_subtitle", language: "fra"),
        ]
        let sections = MediaProperties(facts).sections
        #expect(sections.map(\.title) == ["General", "Video", "Audio", "Subtitles"])
        let lines = sections.map { $0.rows.map { "\($0.name): \($0.value)" } }
        #expect(
            lines[0] == [
                "Title: A <b>walk</b>", "Artist: Somebody", "File: A walk.mkv", "Folder: /films/", "Size: 12.3 MB", "Duration: 1:02:05",
            ])
        #expect(lines[1] == ["Track: H.265, 720 × 576, rotated by 90°"])
        #expect(lines[2] == ["Track 1: AC-3, 5.1, 48000 Hz, German", "Track 2: AAC, stereo, 44100 Hz"])
        #expect(lines[3] == ["Track: PGS, French"])

        var stream = MediaProperties.Facts()
        (stream.address, stream.isLive) = ("https://me:secret@host.example/live.m3u8", true)
        (stream.pictureSize, stream.bitrate) = (PixelSize(width: 1280, height: 720), 2_500_000)
        let rows = MediaProperties(stream).sections.flatMap { $0.rows.map { "\($0.name): \($0.value)" } }
        #expect(
            rows == ["Address: https://host.example/live.m3u8", "Duration: Live", "Video: 1280 × 720", "Bit Rate: 2.5 Mbit/s"])
    }

    @Test("A file's tracks are those of its container, and a file that is no media has none")
    func localTracks() async throws {
        let film = try GeneratedStreams.named("file-film-mkv").url
        let facts = await LocalMedia.facts(of: film)
        #expect(facts.size ?? 0 > 10_000)
        #expect(facts.tracks.first?.kind == .video)
        #expect(facts.tracks.contains { $0.kind == .audio })
        let other = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
        try Data("no film".utf8).write(to: other)
        defer { try? FileManager.default.removeItem(at: other) }
        let none = await LocalMedia.facts(of: other)
        #expect(none.size == 7)
        #expect(none.tracks.isEmpty)
        #expect(await LocalMedia.facts(of: URL(filePath: "/dev/zero")).size == nil)
    }

    @Test(
        "Times are parsed as typed",
        arguments: [
            ("90", 90), ("1:30", 90), (" 1:02:03.5 ", 3723.5), ("0:00", 0), ("", nil), ("a", nil), ("1:2:3:4", nil), ("-5", nil),
            ("1::2", nil),
            ("1e5", nil), ("0x10", nil), ("inf", nil), ("999999999999", nil),
        ] as [(String, Double?)])
    func times(text: String, seconds: Double?) { #expect(TimeText.seconds(ofClock: text) == seconds) }

    @Test("A saved frame is named by video and time, and is never hidden, too long, or overwriting another")
    func savedPictures() throws {
        #expect(SavedPicture.name(of: "A/B: c", at: 3725) == "A-B: c 1.02.05")
        #expect(SavedPicture.name(of: "", at: 5) == "Windowbox 0.05")
        #expect(SavedPicture.name(of: "..hidden", at: 0) == "hidden 0.00")
        #expect(SavedPicture.name(of: String(repeating: "é", count: 400), at: 0).utf8.count < 140)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = try (1...2).map { number in
            try SavedPicture.write([UInt8(number)], of: "Film", at: 61, into: folder).lastPathComponent
        }
        #expect(names == ["Film 1.01.png", "Film 1.01 (2).png"])
        #expect(try Data(contentsOf: folder.appending(path: names[0])) == Data([1]))
        #expect(throws: (any Error).self) { try SavedPicture.write([1], of: "Film", at: 0, into: folder.appending(path: "gone")) }
    }

    @Test("A radio station is remembered by its name, not by the current song")
    func station() {
        #expect(PlaybackHistoryRecorder.station(PlayerMetadata(title: "Song", artist: "Band", album: "Radio")) == "Radio")
        #expect(PlaybackHistoryRecorder.station(PlayerMetadata(title: "Radio")) == "Radio")
        #expect(PlaybackHistoryRecorder.station(PlayerMetadata(title: "Song", artist: "Band")) == nil)
    }

    @Test("The history hides the password of a URL")
    func recent() {
        let item = RecentItem(address: "https://me:secret@host.example/a.mp4", opened: Date())
        #expect(item.name == "https://host.example/a.mp4")
        #expect(RecentCard.name(of: item) == "https://host.example/a.mp4, host.example")
    }

    @Test("A recent stream names its server once")
    func servers() throws {
        let address = "https://host.example/talk/index.m3u8"
        let item = RecentItem(address: address, title: try #require(MediaEntry(address)).name, opened: Date())
        #expect(RecentCard.name(of: item) == "talk · host.example")
    }
}

extension OnDisplay {
    @MainActor struct MediaActionsInTheApp {
        private let library = Library()

        private func withApp(_ body: (MainWindow) async throws -> Void) async throws {
            let window = MainWindow(Session(library: library, audioOutput: SilentOutput()))
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            try await body(window)
        }

        @Test("Repeat and shuffle buttons show their state, and the current item continues")
        func list() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url
            try await withApp { window in
                let player = window.session.player
                window.session.play((1...40).map { MediaEntry(url: film, title: "Film \($0)") })
                player.pause()
                player.currentItem = player.items[2]
                window.flap.isOpen = true
                #expect(await eventually { window.playlist.list.isMapped })
                await settle()
                let tree = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                await tree.outline["button: Repeat Off"]?.press()
                #expect(await eventually { player.repeatMode == .all })
                await settle()
                await tree.outline["button: Repeat All"]?.press()
                #expect(await eventually { player.repeatMode == .one })
                window.actions.perform("repeat")
                #expect(player.repeatMode == .off)

                let before = player.items.map { $0.metadata.title ?? "" }
                await tree.outline["button: Shuffle"]?.press()
                #expect(await eventually { player.items.map { $0.metadata.title ?? "" } != before })
                let after = player.items.map { $0.metadata.title ?? "" }
                #expect(after.prefix(3) == before.prefix(3))
                #expect(after.sorted() == before.sorted())
                #expect(player.currentItem === player.items[2])
            }
        }

        @Test("The main menu opens by its key even while the controls are hidden")
        func mainMenu() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url
            try await withApp { window in
                await window.open([film.absoluteString])
                try #require(await eventually { window.session.player.playbackState == .playing })
                window.view.visibility.toggle()
                try #require(await eventually { window.view.visibility.isUserInterfaceHidden && !window.mainMenu.isMapped })
                #expect(window.pressedAnywhere(.mainMenu, []))
                #expect(await eventually { window.mainMenu.isOpen })
                window.mainMenu.isOpen = false
                await settle()
            }
        }

        @Test("An image file is shown, and is not mistaken for a live stream")
        func stillPicture() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
            try Data(try #require(PicturePool().plain(0x336699).png)).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            try await withApp { window in
                await window.open([file.absoluteString])
                #expect(await eventually { window.session.pictures.pictureSize != nil })
                #expect(await eventually { window.session.player.streamType == .onDemand })
                #expect(!window.session.model.isLive)
                #expect(!TimeLine.text(of: window.session.model).isEmpty)
            }
        }

        @Test("Going to a time follows the item: its range is that of what plays now")
        func goToTime() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url
            try await withApp { window in
                let model = window.session.model
                #expect(GoToTimeDialog.make(model, above: window) == nil)
                await window.open([film.absoluteString])
                try #require(await eventually { model.seekable != nil })
                let (dialog, entry) = try #require(GoToTimeDialog.make(model, above: window))
                dialog.present()
                defer { gtk_window_destroy(dialog.cast()) }
                let range = try #require(model.seekable)
                #expect(await eventually { dialog.body == "Between 0:00 and \(TimeText.clock(range.duration))." })
                #expect(!dialog.canAnswer)
                entry.text = "0:01"
                #expect(dialog.canAnswer)
                window.session.player.removeAllItems()
                #expect(await eventually { dialog.body == "This video has no times to go to." })
                #expect(!dialog.canAnswer)
                await window.open([try GeneratedStreams.named("vod-cmaf").url.absoluteString])
                #expect(await eventually { dialog.canAnswer })
                let last = try #require(model.seekable)
                #expect(dialog.body == "Between 0:00 and \(TimeText.clock(last.duration)).")
            }
        }

        @Test("The main menu has few entries, and nothing of it is lost in submenus of submenus")
        func menuSize() {
            func entries(_ model: UnsafeMutablePointer<GMenuModel>, _ depth: Int) -> (count: Int, depth: Int) {
                var (count, deepest) = (0, depth)
                for index in 0..<g_menu_model_get_n_items(model) {
                    if let section = g_menu_model_get_item_link(model, index, "section") {
                        let inner = entries(section, depth)
                        (count, deepest) = (count + inner.count, max(deepest, inner.depth))
                        g_object_unref(section)
                    } else {
                        count += 1
                        guard let submenu = g_menu_model_get_item_link(model, index, "submenu") else { continue }
                        let inner = entries(submenu, depth + 1)
                        #expect(inner.count <= 8)
                        deepest = max(deepest, inner.depth)
                        g_object_unref(submenu)
                    }
                }
                return (count, deepest)
            }
            let menu = AppMenu.make(recent: Menu())
            let (count, depth) = withExtendedLifetime(menu) { entries(menu.cast(), 0) }
            #expect(count <= 12)
            #expect(depth == 1)
        }

        @Test("The properties open in a dialog with accessible labels")
        func properties() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url
            try await withApp { window in
                #expect(await window.properties() == nil)
                await window.open([film.absoluteString])
                #expect(await eventually { window.session.player.duration != nil })
                let dialog = try #require(await window.properties())
                dialog.present()
                defer { gtk_window_destroy(dialog.cast()) }
                #expect(await eventually { dialog.isMapped })
                await settle()
                let tree = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                let names = Set(await tree.outline.keys)
                for name in ["Duration", "Folder"] { #expect(names.contains { $0.hasSuffix(": \(name)") }, "\(name)") }
                #expect(names.isSuperset(of: ["button: Open", "button: Copy"]))
            }
        }
    }
}
