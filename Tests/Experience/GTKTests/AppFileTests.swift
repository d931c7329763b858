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

extension OnDisplay {
    /// What the app does with files and their folders.
    @MainActor struct AppFiles {
        private let library = Library()
        private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

        /// - Parameter names: of files with a film, in a folder that lasts as long as the window.
        private func withApp(_ names: [String], _ body: (MainWindow, [URL]) async throws -> Void) async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let film = try GeneratedStreams.named("file-film-mkv").url
            let files = names.map { folder.appending(path: $0) }
            for file in files { try FileManager.default.copyItem(at: film, to: file) }
            let window = MainWindow(Session(library: library, audioOutput: SilentOutput()))
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            try await body(window, files)
            window.session.player.removeAllItems()
        }

        private func name(in window: MainWindow) -> String? {
            window.session.player.currentItem.flatMap { window.session.history.address(of: $0) }.flatMap {
                URL(string: $0)?.lastPathComponent
            }
        }

        @Test("From a file that was opened alone, the viewer goes on to the next and the previous file of its folder")
        func neighbours() async throws {
            try await withApp(["Part 10.mkv", "Part 2.mkv", "Part 1.mkv", "notes.txt"]) { window, files in
                let model = window.session.model
                await window.open([files[1].absoluteString])
                #expect(await eventually { model.canGoToNext && model.canGoToPrevious })
                model.goToNext()
                #expect(await eventually { name(in: window) == "Part 10.mkv" })
                #expect(await eventually { model.canGoToPrevious && !model.canGoToNext })
                await settle()
                window.actions.perform("previous-file")
                #expect(await eventually { name(in: window) == "Part 2.mkv" && model.canGoToPrevious })
                model.goToPrevious()
                #expect(await eventually { name(in: window) == "Part 1.mkv" && model.canGoToNext })
                #expect(!model.canGoToPrevious)
                // A list has its own order.
                await window.open(files.prefix(2).map(\.absoluteString))
                #expect(await eventually { model.beforeList == nil && model.afterList == nil })
            }
        }

        @Test("At the end, the next file of the folder plays if the user wants that, or the window closes")
        func atTheEnd() async throws {
            library.settings.endAction = .nextFile
            try await withApp(["a.mkv", "b.mkv"]) { window, files in
                await window.open([files[0].absoluteString])
                #expect(await eventually { window.session.model.afterList != nil && window.session.player.duration != nil })
                window.session.player.seek(to: try #require(window.session.player.duration) - 0.2)
                #expect(await eventually { name(in: window) == "b.mkv" })
                var hasClosed = false
                window.session.folder.onClose = { hasClosed = true }
                library.settings.endAction = .close
                #expect(await eventually { window.session.player.duration != nil && window.session.player.playbackState == .playing })
                window.session.player.seek(to: try #require(window.session.player.duration) - 0.2)
                #expect(await eventually { hasClosed })
            }
        }

        @Test("Files in the trash leave the list and the history, and the next file of the folder plays")
        func trash() async throws {
            try await withApp(["a.mkv", "b.mkv"]) { window, files in
                await window.open([files[0].absoluteString])
                #expect(await eventually { window.session.model.afterList != nil && !library.items.isEmpty })
                let item = try #require(window.session.player.currentItem)
                window.trash(folder.appending(path: "gone.mkv"), item)
                #expect(window.session.player.currentItem === item)
                window.trash(files[0], item)
                guard !FileManager.default.fileExists(atPath: files[0].path) else {
                    // A file system without a trash: then nothing else may happen either.
                    return #expect(window.session.player.currentItem === item)
                }
                #expect(!library.items.contains { $0.address == files[0].absoluteString })
                #expect(await eventually { name(in: window) == "b.mkv" })
            }
        }

        @Test("The playlist shows the durations of files, which are read as they come into view, and is saved and cleared")
        func playlist() async throws {
            try await withApp(["a.mkv", "b.mkv", "c.mkv"]) { window, files in
                let player = window.session.player
                await window.open(files.map(\.absoluteString))
                player.pause()
                window.flap.isOpen = true
                let durations = window.playlist.durations
                #expect(await eventually { player.items.count == 3 && player.items.allSatisfy { durations.duration(of: $0) != nil } })
                #expect(durations.duration(of: player.items[2]).map { $0 > 1 } == true)
                await settle()
                let tree = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                #expect(await tree.outline.keys.contains { $0.contains(": b, 0:") })
                let list = folder.appending(path: "Evening")
                window.savePlaylist(at: list)
                let saved = folder.appending(path: "Evening.m3u8")
                let text = try String(contentsOf: saved, encoding: .utf8)
                #expect(text.split(separator: "\n").filter { !$0.hasPrefix("#") } == ["a.mkv", "b.mkv", "c.mkv"])
                let resolved = await ResolvedInput.of([saved.absoluteString])
                #expect(resolved.media.map(\.url.lastPathComponent) == ["a.mkv", "b.mkv", "c.mkv"])
                player.currentItem = player.items[1]
                window.clearPlaylist()
                #expect(player.items.count == 1)
                #expect(name(in: window) == "b.mkv")
            }
        }

        @Test("A file of the history that is gone is named, and stays out of the player")
        func gone() async throws {
            let address = "file:///nowhere/A%20walk.mkv"
            library.open(address, title: "A walk", at: Date(timeIntervalSince1970: 1))
            try await withApp([]) { window, _ in
                window.openRecent(address)
                await settle()
                let tree = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                #expect(await tree.outline.keys.contains { $0.contains("“A walk.mkv” doesn’t exist.") })
                #expect(window.session.player.items.isEmpty)
            }
        }

        @Test("A window that is closed while a file opens ends without one")
        func closedEarly() async throws {
            try await withApp(["a.mkv"]) { window, files in
                let opening = Task { await window.open([files[0].absoluteString]) }
                window.close()
                await opening.value
                await settle()
                #expect(window.session.player.rate == 0)
            }
        }

        @Test("Long titles and those of other scripts fit, and the window stays as narrow as before")
        func titles() async throws {
            try await withApp([]) { window, _ in
                let titles = [String(repeating: "A very long title without an end ", count: 40), "فيلم قصير عن البحر", "a < b & “c”"]
                window.session.play(titles.enumerated().map { MediaEntry(url: URL(string: "tone:\($0)")!, title: $1) })
                window.session.player.pause()
                window.flap.isOpen = true
                #expect(await eventually { window.playlist.list.isMapped })
                await settle()
                var minimum: Int32 = 0
                gtk_widget_measure(window.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
                #expect(minimum <= 360)
            }
        }

        @Test("The window takes the size of the video, and its fitted size has no bars")
        func fitting() async throws {
            try await withApp(["a.mkv"]) { window, files in
                await window.open([files[0].absoluteString])
                try #require(await eventually { window.session.pictures.pictureSize != nil && window.view.video.pictureRectangle != nil })
                let size = try #require(window.session.pictures.pictureSize)
                window.session.player.pause()
                window.actions.perform("fit-window")
                let video = window.view.video
                @MainActor func missing() -> Int { abs(video.width * size.height - video.height * size.width) / size.width }
                #expect(await eventually { missing() < 2 }, "\(video.width) × \(video.height) for \(size.width) × \(size.height)")
            }
        }

        @Test("Preferences apply: skip length, volume and speed at start, remaining time, equalizer, subtitle position")
        func preferences() async throws {
            library.settings.skipLength = 30
            (library.settings.startVolume, library.settings.startSpeed) = (0.5, 1.25)
            (library.settings.volume, library.settings.speed) = (1, 2)
            library.settings.showsRemainingTime = true
            (library.settings.isEqualizerOn, library.settings.equalizer) = (true, Equalizer(gains: [6]))
            library.settings.captions = CaptionPreference(raise: 0.2)
            try await withApp(["a.mkv"]) { window, _ in
                let (player, model) = (window.session.player, window.session.model)
                #expect(model.skipInterval(.forward) == 30)
                #expect(player.volume == 0.5)
                #expect(player.desiredSpeed == 1.25)
                #expect(window.view.timeDisplay.showsRemaining)
                #expect(player.processing.equalizer == Equalizer(gains: [6]))
                #expect(model.captionPreference.raise == 0.2)
                library.settings.isEqualizerOn = false
                #expect(await eventually { player.processing.equalizer == nil })
                #expect(library.settings.equalizer == Equalizer(gains: [6]))
                library.settings.skipLength = 5
                #expect(await eventually { model.skipInterval(.backward) == 5 })
                window.view.timeDisplay.showsRemaining = false
                #expect(await eventually { !library.settings.showsRemainingTime })
            }
        }

        @Test("SIGTERM closes the app as its close button does: the position is stored")
        func termination() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url.absoluteString
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let report = folder.appending(path: "report.json")
            let words = ["--report", report.path, "--start", "5", film]
            let app = try await onThread { [folder] in
                try DesktopSession("windowbox-desktop", words, environment: ["XDG_DATA_HOME": folder.path])
            }
            let ask = [
                "--bus=\(app.bus)", "--print-reply", "--dest=org.mpris.MediaPlayer2.windowbox", "/org/mpris/MediaPlayer2",
                "org.freedesktop.DBus.Properties.Get", "string:org.mpris.MediaPlayer2.Player", "string:Position",
            ]
            // In microseconds.
            var position = 0
            while position < 5_000_000 {
                let answer = try await RunningProgram.run("/usr/bin/dbus-send", ask)
                position = answer.lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.last ?? 0
            }
            kill(app.process, SIGTERM)
            try await onThread { app.waitForEnd() }
            let written = try JSONDecoder().decode(DesktopReport.self, from: Data(contentsOf: report))
            #expect(try #require(written.position) >= 5)
        }

        @Test("The sliders of the equalizer and the preview of subtitles follow the settings")
        func preferencesDialog() async throws {
            try await withApp([]) { window, _ in
                let panel = EqualizerPanel(library)
                let preview = CaptionPreview()
                preview.bind(\.preference) { [library] in library.settings.captions }
                try await withWindow(
                    Box(.vertical) {
                        panel; preview
                    }, width: 500, height: 420
                ) { _ in
                    await settle()
                    let tree = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                    await tree.outline["slider: 1000 Hz"]?.set(value: 4)
                    #expect(await eventually { library.settings.equalizer.gains[5] == 4 })
                    library.settings.equalizer = EqualizerPreset.bass.equalizer
                    #expect(await eventually { panel.sliders[0].value == 6 })
                    #expect(await eventually { preview.captions.drawnBounds.count == 1 })
                    let low = preview.captions.drawnBounds[0]
                    library.settings.captions = CaptionPreference(size: .large, look: .yellow, raise: 0.3)
                    #expect(
                        await eventually { preview.captions.drawnBounds.first.map { $0.y + $0.height < low.y + low.height - 20 } == true })
                }
            }
        }
    }
}
