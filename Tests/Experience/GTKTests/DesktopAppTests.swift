// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxKit
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK
@testable import windowbox_desktop

extension OnDisplay {
    @MainActor struct DesktopApplication {
        private let library = Library()

        private func withApp(_ body: (MainWindow) async throws -> Void) async throws {
            let session = Session(library: library, audioOutput: SilentOutput())
            let window = MainWindow(session)
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            try await body(window)
        }

        private func outline() async throws -> [String: AccessibilityTree.Element] {
            try await AccessibilityTree.ofThisProcess()?.outline ?? [:]
        }

        private func address(of stream: String) throws -> String {
            try GeneratedStreams.named(stream).url.absoluteString
        }

        @Test("The start page lists played items by name and remaining time, and can open and remove them")
        func startPage() async throws {
            let film = try address(of: "file-film-mkv")
            library.open("file:///gone/A%20walk.mp4", title: "A walk", at: Date(timeIntervalSince1970: 1))
            library.leave("file:///gone/A%20walk.mp4", at: 60, of: 600)
            library.open(film, title: "Film", at: Date(timeIntervalSince1970: 2))
            try await withApp { window in
                let tree = try await outline()
                guard !tree.isEmpty else {
                    return withKnownIssue("no accessibility bus: run with dbus-run-session and at-spi2-core") { Issue.record("not tested") }
                }
                for name in ["Open…", "Main Menu"] { #expect(tree["button: \(name)"] != nil, "\(name)") }
                #expect(tree.keys.contains { $0.hasSuffix(": More Ways to Open") })
                #expect(tree.keys.contains { $0.hasSuffix(": A walk, 9:00 left · gone") })
                await tree["button: Remove A walk from History"]?.press()
                #expect(await eventually { library.items.map(\.title) == ["Film"] })
                window.startPage.onOpen?(film)
                #expect(await eventually { window.session.player.items.count == 1 && window.view.isMapped })
            }
        }

        @Test("Without recent items, what the start page offers is in the middle of it", arguments: [(360, 520), (1120, 630), (1240, 960)])
        func startPageAlone(width: Int, height: Int) async throws {
            let page = StartPage(library, menu: Menu())
            try await withWindow(page, width: width, height: height) { _ in
                try #require(await eventually { page.hero.isMapped && page.content.height > 300 && page.hero.height > 0 })
                await settle()
                let corner = try #require(page.content.place(of: page.hero, x: 0, y: 0))
                #expect(abs(corner.x + Double(page.hero.width - page.content.width) / 2) <= 1)
                // The padding of the page differs by 12 pixels.
                #expect(abs(corner.y + Double(page.hero.height - page.content.height) / 2) <= 7)
            }
        }

        @Test("The list marks the current item, can be sorted and cleared by keys, and needs few rows for 10,000 items")
        func playlist() async throws {
            try await withApp { window in
                let player = window.session.player
                let entries = (1...10_000).map { MediaEntry(url: URL(string: "tone:\($0)")!, title: "Tone \($0)") }
                window.session.play(entries)
                window.session.player.pause()
                window.flap.isOpen = true
                let list = window.playlist.list!
                #expect(await eventually { list.isMapped && list.items.count == 10_000 })
                await settle()
                #expect(list.rows < 500)

                window.playlist.move(0, before: 2)
                #expect(player.items.prefix(3).map(\.metadata.title) == ["Tone 2", "Tone 1", "Tone 3"])
                #expect(list.selectedIndex == 1)
                #expect(window.playlist.pressed(.down, .alt))
                #expect(player.items.prefix(3).map(\.metadata.title) == ["Tone 2", "Tone 3", "Tone 1"])
                #expect(window.playlist.pressed(.delete, []))
                #expect(player.items.count == 9_999)
                #expect(player.items.prefix(3).map(\.metadata.title) == ["Tone 2", "Tone 3", "Tone 4"])
                list.selectedIndex = 0
                #expect(window.playlist.pressed(.up, .alt))
                #expect(player.items.first?.metadata.title == "Tone 2")
                window.playlist.move(9_998, before: 0)
                #expect(player.items.first?.metadata.title == "Tone 10000")
                window.playlist.move(0, before: 9_999)
                #expect(player.items.last?.metadata.title == "Tone 10000")
            }
        }

        @Test("A played item is remembered, and resumes at its position")
        func resumes() async throws {
            library.resumeRule = ResumeRule(beginning: 1, ending: 1, shortest: 2)
            let film = try address(of: "file-film-mkv")
            try await withApp { window in
                await window.open([film], title: "Film", start: 5)
                #expect(await eventually { (window.session.player.time ?? 0) > 6.5 })
                window.session.end()
            }
            let position = try #require(library.resumePosition(of: film))
            #expect(position >= 5)
            #expect(library.items.first?.title == "Film")
            try await withApp { window in
                var resumed: [Double] = []
                window.session.history.onResume = { resumed.append($0) }
                await window.open([film])
                #expect(await eventually { (window.session.player.time ?? 0) >= position })
                #expect(await eventually { resumed == [position] })
            }
        }

        @Test("Statistics are collected only while visible")
        func statistics() async throws {
            try await withApp { window in
                let panel = window.statistics
                await settle()
                #expect(panel.updates == 0)
                panel.isShown = true
                #expect(await eventually { panel.updates > 0 })
                panel.isShown = false
                let count = panel.updates
                await settle()
                #expect(panel.updates == count)
            }
        }

        @Test("Statistics stay within a small window")
        func smallStatistics() async throws {
            try await withApp { window in
                await window.open([try address(of: "file-film-mkv")])
                try #require(await eventually { window.session.player.playbackState == .playing })
                window.resize(width: 360, height: 240)
                let panel = window.statistics
                panel.isShown = true
                #expect(await eventually { window.view.width < 600 && panel.updates > 1 && panel.height > 0 })
                await settle()
                let corner = try #require(window.view.place(of: panel, x: 0, y: 0))
                #expect(corner.x >= 0 && corner.x + Double(panel.width) <= Double(window.view.width))
                #expect(corner.y >= 0 && corner.y + Double(panel.height) <= Double(window.view.height))
            }
        }

        @Test("VK-8: Subtitle files are shown, listed beside the stream's own, and invalid ones refused by name")
        func subtitles() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func file(_ name: String, _ text: String) throws -> String {
                let url = folder.appending(path: name)
                try Data(text.utf8).write(to: url)
                return url.path
            }
            let english = try file("film.en.srt", "1\n00:00:00,000 --> 00:59:00,000\nHello\n")
            let german = try file("film.de.vtt", "WEBVTT\n\n00:00.000 --> 59:00.000\nGuten Tag\n")
            let bad = try file("bad.srt", "nothing of the kind")
            let film = try address(of: "file-film-mkv")
            try await withApp { window in
                let model = window.session.model
                await window.open([english])
                #expect(model.choices(of: .subtitles).isEmpty)
                await window.open([film, english, german])
                #expect(await eventually { model.cues.texts == ["Guten Tag"] })
                let choices = model.choices(of: .subtitles)
                #expect(choices.titles.suffix(2) == ["film.en.srt", "film.de.vtt"])
                #expect(choices.selection == choices.titles.count - 1)
                #expect(await eventually { window.view.captions.drawnBounds.count == 1 })

                model.choose(choices.titles.count - 2, of: .subtitles)
                #expect(model.cues.texts == ["Hello"])
                await window.open([bad])
                #expect(await eventually { window.view.messages.notice.text == SubtitleFileError.noSubtitles("bad.srt").description })
                #expect(model.cues.texts == ["Hello"])
                let off = try #require(choices.titles.firstIndex(of: "Off"))
                model.choose(off, of: .subtitles)
                #expect(!model.cues.texts.contains("Hello"))
                #expect(model.choices(of: .subtitles).titles == choices.titles)
                // Another item has its own.
                await window.open([film])
                #expect(!model.choices(of: .subtitles).titles.contains("film.en.srt"))
            }
        }

        @Test("VK-8: The user's subtitle settings are saved, wherever they are changed")
        func captionPreference() async throws {
            library.settings.captions = CaptionPreference(size: .large)
            try await withApp { window in
                let model = window.session.model
                #expect(model.captionPreference.size == .large)
                model.choose(2, of: .captionLook)
                #expect(await eventually { library.settings.subtitleLook == "yellow" })
                library.settings.captions.size = .small
                #expect(await eventually { window.view.captions.style.preference.size == .small })
                #expect(model.captionPreference == CaptionPreference(size: .small, look: .yellow))
            }
        }

        @Test("A reported run includes the time when its window appeared")
        func report() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
            defer { try? FileManager.default.removeItem(at: file) }
            let began = MonotonicClock.now
            let session = Session(library: library, audioOutput: SilentOutput())
            let window = MainWindow(session)
            let run = RunReporter(try LaunchOptions(["--report", file.path]), began: began)
            run.follow(window, seconds: nil)
            window.present()
            #expect(await eventually { run.report.windowShown != nil })
            window.close()
            try #require(await eventually { FileManager.default.fileExists(atPath: file.path) })
            let report = try JSONDecoder().decode(DesktopReport.self, from: Data(contentsOf: file))
            #expect(report.began == began.seconds)
            #expect(try #require(report.windowShown) > report.began)
            #expect(report.firstPicture == nil)
            #expect(report.processor > 0)
            #expect(report.peakMemory > 0)
        }

        @Test("The preferences are found by name, and saved at once")
        func preferences() async throws {
            try await withApp { window in
                let dialog = PreferencesDialog.make(library, above: window)
                dialog.present()
                defer { gtk_window_destroy(dialog.cast()) }
                #expect(await eventually { dialog.isMapped })
                let tree = try await outline()
                guard !tree.isEmpty else {
                    return withKnownIssue("no accessibility bus: run with dbus-run-session and at-spi2-core") { Issue.record("not tested") }
                }
                for name in ["combo box: Quality", "combo box: On Metered Networks", "combo box: Style", "button: Audio Languages"] {
                    #expect(tree[name] != nil, "\(name)")
                }
                let resume = try #require(tree["switch: Resume Videos"])
                await resume.press()
                #expect(await eventually { !library.settings.resumes })
            }
        }

        @Test("A list changes only where it differs")
        func listChange() {
            func change(_ old: [Int], _ new: [Int]) -> [Int] {
                let change = ListChange(from: old, to: new)
                return [change.start, change.removed, change.inserted]
            }
            #expect(change([1, 2, 3], [1, 2, 3]) == [3, 0, 0])
            #expect(change([1, 2, 3, 4], [1, 3, 2, 4]) == [1, 2, 2])
            #expect(change([], [1, 2]) == [0, 0, 2])
            #expect(change([1, 1, 1], [1, 1]) == [2, 1, 0])
            #expect(change([1, 2], [3]) == [0, 2, 1])
        }
    }
}
