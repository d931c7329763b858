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
    /// Screenshots of the app's windows, light and dark, for review, in the folder `WINDOWBOX_GALLERY`.
    @MainActor struct AppGallery {
        private static let folder = ProcessInfo.processInfo.environment["WINDOWBOX_GALLERY"]
        private let library = Library()

        private func keep(_ widget: Widget, as name: String) async throws {
            await rest(seconds: 0.5)
            let pixels = try #require(Pixels(of: widget))
            try Data(pixels.png ?? []).write(to: URL(filePath: Self.folder!).appending(path: "app-\(name).png"))
        }

        @Test("Gallery of the app", .enabled("names no folder to draw to") { await Self.folder != nil })
        func pictures() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url.absoluteString
            let stream = try GeneratedStreams.named("vod-cmaf").address
            library.open("file:///videos/A%20walk.mp4", title: "A walk", at: Date(timeIntervalSince1970: 1))
            library.leave("file:///videos/A%20walk.mp4", at: 60, of: 600)
            library.open("https://example.org/live.m3u8", title: "Live", at: Date(timeIntervalSince1970: 2))
            for (style, appearance) in [("light", ViewerSettings.Appearance.light), ("dark", .dark)] {
                library.settings.appearance = appearance
                let session = Session(library: library, audioOutput: SilentOutput())
                let window = MainWindow(session)
                window.present()
                defer { gtk_window_destroy(window.cast()) }
                try #require(await eventually { window.isMapped && window.width > 0 })
                try await keep(window, as: "start-\(style)")
                let dialog = PreferencesDialog.make(library, above: window)
                dialog.present()
                #expect(await eventually { dialog.isMapped && dialog.width > 0 })
                try await keep(dialog, as: "preferences-\(style)")
                for page in ["Subtitles", "Sound"] {
                    dialog.show(page: page)
                    try await keep(dialog, as: "preferences-\(page.lowercased())-\(style)")
                }
                gtk_window_destroy(dialog.cast())
                let subtitles = FileManager.default.temporaryDirectory.appending(path: "film.en.srt")
                try Data("1\n00:00:00,000 --> 00:59:00,000\nFrom a file\n".utf8).write(to: subtitles)
                defer { try? FileManager.default.removeItem(at: subtitles) }
                await window.open([style == "dark" ? stream : film, film, subtitles.path], title: "Film", start: 2)
                #expect(await eventually { (session.player.time ?? 0) > 2.5 })
                session.player.pause()
                window.statistics.isShown = true
                #expect(await eventually { session.model.cues.texts == ["From a file"] && window.statistics.updates > 0 })
                window.flap.isOpen = true
                try await keep(window, as: "playing-\(style)")
                window.statistics.isShown = false
                for name in ["tracks", "delay"] {
                    let settings = window.view.controls.settings
                    settings.isOpen = true
                    if name == "delay" { settings.show(.captionDelay) }
                    #expect(await eventually { settings.content.isMapped })
                    try await keep(settings.content, as: "settings-\(name)-\(style)")
                    settings.isOpen = false
                }
                _ = session.model.markRepeatedPart()
                session.player.seek(to: 5)
                #expect(await eventually { session.model.position == 5 })
                _ = session.model.markRepeatedPart()
                window.view.timeDisplay.showsRemaining = true
                window.view.video.adjustments.current.crop = 2.39
                session.model.captionPreference.raise = 0.2
                try await keep(window, as: "repeating-\(style)")
                window.flap.isOpen = false
                window.resize(width: 360, height: 300)
                #expect(await eventually { window.width < 400 })
                try await keep(window, as: "narrow-\(style)")
                window.flap.isOpen = true
                try await keep(window, as: "narrow-playlist-\(style)")
                window.view.timeDisplay.showsRemaining = false
                session.model.captionPreference.raise = 0
                session.end()
            }
        }

        @Test("Gallery of captions", .enabled("names no folder to draw to") { await Self.folder != nil })
        func captions() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url.absoluteString
            let session = Session(library: library, audioOutput: SilentOutput())
            let window = MainWindow(session)
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            await window.open([film], title: "Film", start: 2)
            #expect(await eventually { (session.player.time ?? 0) > 2.5 })
            session.player.pause()
            window.view.visibility.pointerLeft()
            window.view.messages.notice.isVisible = false
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func take(_ name: String, _ text: String, as picture: String? = nil) async throws {
                let file = folder.appending(path: name)
                try Data(text.utf8).write(to: file)
                await session.model.readSubtitles([file.path])
                #expect(await eventually { !session.model.cues.isEmpty })
                try await keep(window, as: "captions-" + (picture ?? name))
            }
            for (name, text) in CaptionFiles.all { try await take(name, text) }
            session.model.captionPreference = CaptionPreference(size: .large, look: .yellow)
            try await take("positioned", CaptionFiles.all["positioned"]!, as: "person")
            session.model.captionPreference = CaptionPreference()
            await window.open([try GeneratedStreams.named("captions-found").address], title: "Film", start: 2)
            for (name, title) in [("cea-608", "Closed Captions (CC1)"), ("cea-708", "Closed Captions (SERVICE2)")] {
                session.player.play()
                try #require(await eventually { session.model.choices(of: .subtitles).titles.contains(title) })
                session.model.choose(session.model.choices(of: .subtitles).titles.firstIndex(of: title)!, of: .subtitles)
                #expect(await eventually { !session.model.cues.isEmpty })
                session.player.pause()
                try await keep(window, as: "captions-\(name)")
            }
            session.end()
        }
    }
}
