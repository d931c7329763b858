// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK
@testable import windowbox_desktop

extension OnDisplay {
    /// The app's window with its own session, as a user meets it.
    @MainActor struct DesktopPlayback {
        private let library = Library()
        private let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")

        private func withApp(_ body: (MainWindow) async throws -> Void) async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let window = MainWindow(Session(library: library, audioOutput: SilentOutput()))
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            try await body(window)
        }

        private func address(of stream: String) throws -> String { try GeneratedStreams.named(stream).url.absoluteString }

        /// A file with the name of a video, but without its content.
        private func broken(_ name: String) throws -> String {
            let url = folder.appending(path: name)
            try Data(repeating: 7, count: 5000).write(to: url)
            return url.absoluteString
        }

        @Test(
            "At its end a video keeps the last frame, a full bar and the whole time, and a seek back plays on",
            arguments: ["file-film-mkv", "medium"])
        func end(_ stream: String) async throws {
            let film = try address(of: stream)
            try await withApp { window in
                let (player, model, pictures) = (window.session.player, window.session.model, window.session.pictures)
                await window.open([film])
                try #require(await eventually { player.duration != nil })
                let duration = try #require(player.duration)
                player.seek(to: duration - 0.5)
                try #require(await eventually { model.hasEnded })
                #expect(await eventually { model.position == duration })
                let bar = window.view.controls.seekBar
                #expect(await eventually { bar.position == bar.range.end })
                #expect(window.view.controls.time.text == "\(TimeText.clock(duration)) / \(TimeText.clock(duration))")
                #expect(pictures.pictureSize != nil)
                model.seek(to: 2)
                #expect(await eventually { player.playbackState == .playing && model.position > 2.2 })
                #expect(pictures.pictureSize != nil)
            }
        }

        @Test("An item appended to a list that has ended plays at once")
        func appending() async throws {
            let film = try address(of: "short-sound")
            let other = try address(of: "file-film-mkv")
            try await withApp { window in
                let player = window.session.player
                await window.open([film], start: 11.5)
                try #require(await eventually { player.playbackState == .ended })
                await window.open([other], isAppended: true)
                #expect(await eventually { player.currentItem === player.items[1] && player.playbackState == .playing })
            }
        }

        @Test("A file's audio tracks are listed by language and title, the preferred language plays, and a choice lasts for the session")
        func soundTracks() async throws {
            library.settings.media.audibleLanguages = ["en"]
            let film = try GeneratedStreams.named("file-film-mkv").url.path
            try await withApp { window in
                let file = folder.appending(path: "two.mkv")
                let made = try await RunningProgram.run(
                    "/usr/bin/ffmpeg",
                    ["-loglevel", "error", "-i", film, "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy"]
                        + ["-metadata:s:a:0", "language=ger", "-disposition:a:0", "default", "-disposition:a:1", "0"]
                        + ["-metadata:s:a:1", "language=eng", "-metadata:s:a:1", "title=Commentary", file.path])
                try #require(made.status == 0, "\(made.lines)")
                let (player, model) = (window.session.player, window.session.model)
                await window.open([file.absoluteString])
                try #require(await eventually { !model.choices(of: .audio).isEmpty })
                #expect(model.choices(of: .audio).titles == ["English · Commentary", "German"])
                #expect(await eventually { model.choices(of: .audio).selected == "English · Commentary" })
                #expect(SettingsPage.audio.isOffered(by: model, window.view.video.adjustments))
                #expect(SettingsPage.audio.value(of: model, window.view.video.adjustments) == "English · Commentary")
                model.choose(1, of: .audio)
                #expect(await eventually { model.choices(of: .audio).selected == "German" })
                #expect(await eventually { player.playbackState == .playing })
                #expect(library.settings.media.audibleLanguages == ["en"])
                // The session uses it, whatever else is set meanwhile.
                library.settings.maximumHeight = 720
                await window.open([file.absoluteString])
                #expect(await eventually { model.choices(of: .audio).selected == "German" })
                library.settings.media.audibleLanguages = ["en", "fr"]
                #expect(await eventually { model.choices(of: .audio).selected == "English · Commentary" })
            }
        }

        @Test("Night mode and deinterlacing are saved, wherever they are changed, and the next video has its own aspect ratio")
        func processing() async throws {
            let film = try address(of: "file-film-mkv")
            try await withApp { window in
                let model = window.session.model
                await window.open([film, film])
                #expect(await eventually { model.choices(of: .deinterlacing).selection == 1 })
                model.choose(2, of: .deinterlacing)
                model.choose(1, of: .nightMode)
                #expect(await eventually { library.settings.deinterlacing == .always && library.settings.isNightMode })
                library.settings.isNightMode = false
                #expect(await eventually { model.choices(of: .nightMode).selection == 0 })
                #expect(window.session.player.processing.deinterlacing == .always)

                window.view.video.gravity = .fill
                window.view.video.adjustments.current.zoom = 2
                model.goToNext()
                #expect(await eventually { window.view.video.adjustments.current.zoom == 1 })
                #expect(window.view.video.gravity == .fill)
            }
        }

        @Test("A choice of subtitles does not change the preferences")
        func subtitlesForTheSession() async throws {
            let film = try address(of: "file-text-mkv")
            try await withApp { window in
                let model = window.session.model
                let before = library.settings.media
                await window.open([film])
                try #require(await eventually { !model.choices(of: .subtitles).isEmpty })
                let choices = model.choices(of: .subtitles)
                model.choose(choices.titles.count - 1, of: .subtitles)
                #expect(await eventually { model.choices(of: .subtitles).selection == choices.titles.count - 1 })
                #expect(library.settings.media == before)
            }
        }

        @Test("Audio after a video shows no old frame, and none is saved as its thumbnail")
        func soundAfterVideo() async throws {
            let film = try address(of: "file-film-mkv")
            let sound = try address(of: "file-sound-flac")
            try await withApp { window in
                let (player, pictures) = (window.session.player, window.session.pictures)
                await window.open([film, sound])
                try #require(await eventually { (player.time ?? 0) > 1.1 && pictures.pictureSize != nil })
                window.session.history.record()
                #expect(await library.picture(of: film) != nil)
                player.advanceToNextItem()
                try #require(await eventually { player.mediaType == .audio })
                #expect(await eventually { pictures.pictureSize == nil && window.view.panels.soundGround.isMapped })
                try #require(await eventually { (player.time ?? 0) > 1.1 })
                // A stray frame, whatever its origin.
                pictures.post(PicturePool().plain(0x336699, PixelSize(width: 160, height: 90)))
                window.session.history.record()
                #expect(await library.picture(of: sound) == nil)
                #expect(library.items.first?.address == sound)
                player.returnToPreviousItem()
                player.returnToPreviousItem()
                #expect(await eventually { player.mediaType == .video && !window.view.panels.soundGround.isVisible })
            }
        }

        @Test("A video without a frame that can be decoded shows none of the video before it")
        func noFrame() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url
            try await withApp { window in
                let file = folder.appending(path: "frameless.ts")
                // Without sequence parameters and keyframes, no frame can be decoded.
                let made = try await RunningProgram.run(
                    "/usr/bin/ffmpeg",
                    ["-loglevel", "error", "-i", film.path, "-map", "0:v:0", "-map", "0:a:0", "-c:v", "copy", "-c:a", "aac", "-t", "4"]
                        + ["-bsf:v", "h264_mp4toannexb,filter_units=remove_types=5|7|8", file.path])
                try #require(made.status == 0, "\(made.lines)")
                let (player, pictures) = (window.session.player, window.session.pictures)
                await window.open([film.absoluteString])
                try #require(await eventually { (player.time ?? 0) > 0.5 && pictures.pictureSize != nil })
                await window.open([file.absoluteString])
                #expect(await eventually { pictures.pictureSize == nil })
                #expect(player.items.count == 1)
            }
        }

        @Test("An unplayable item is skipped, named and not remembered; alone it shows the reason, without an old frame")
        func failures() async throws {
            let film = try address(of: "file-film-mkv")
            try await withApp { window in
                let (player, pictures) = (window.session.player, window.session.pictures)
                await window.open([try broken("broken.mp4"), film])
                #expect(await eventually { player.currentItem === player.items[1] && (player.time ?? 0) > 0.1 })
                #expect(await eventually { window.passedOver.toast?.message == "“broken” can’t be played" })
                #expect(library.items.map(\.address) == [film])
                #expect(pictures.pictureSize != nil)
                window.view.visibility.pointerLeft()
                try #require(await eventually { window.view.controlsLayer.fades.allSatisfy { !$0.isShown } })

                await window.open([try broken("first.mp4"), try broken("second.mp4")])
                let panel = window.view.panels.failure
                #expect(await eventually { panel.isMapped && player.currentItem === player.items[1] })
                #expect(await eventually { pictures.pictureSize == nil })
                #expect(await eventually { window.view.controlsLayer.fades.allSatisfy(\.isShown) })
                window.view.visibility.pointerLeft()
                await settle()
                #expect(window.view.controlsLayer.fades.allSatisfy { $0.isShown })
                #expect(await eventually { panel.width == window.view.width && panel.height == window.view.height })
                #expect(library.items.map(\.address) == [film])
                let names = Set(try await AccessibilityTree.ofThisProcess()?.outline.keys ?? [:].keys)
                if !names.isEmpty {
                    for name in ["label: second", "button: Try Again", "button: Open Another…", "button: Close"] {
                        #expect(names.contains(name), "\(name)")
                    }
                }
                await window.open([film])
                #expect(await eventually { !panel.isVisible && pictures.pictureSize != nil })
            }
        }

        @Test("Space toggles playback wherever the focus is, except in menus and text fields")
        func space() async throws {
            let film = try address(of: "file-film-mkv")
            try await withApp { window in
                let (player, settings) = (window.session.player, window.view.controls.settings)
                await window.open([film])
                try #require(await eventually { player.playbackState == .playing })
                settings.isOpen = true
                try #require(await eventually { settings.content.isMapped })
                await settle()
                settings.show(.search)
                #expect(!window.view.pressedAnywhere(.space, []))
                settings.show(nil)
                settings.content.focusFirst()
                #expect(!window.view.pressedAnywhere(.space, []))
                settings.isOpen = false
                await settle()
                settings.focusFirst()
                try #require(settings.isFocusHereOrNowhere)
                #expect(player.shouldPlay)
                #expect(window.view.pressedAnywhere(.space, []))
                #expect(!player.shouldPlay)
                #expect(!window.view.pressedAnywhere(.space, .control))
                window.flap.isOpen = true
                await settle()
                #expect(window.view.pressedAnywhere(.space, []))
                #expect(player.shouldPlay)
            }
        }

        @Test("The window can be as narrow as a phone's, with the start page and with a player")
        func narrow() async throws {
            let film = try address(of: "file-film-mkv")
            func minimum(_ window: MainWindow) -> Int32 {
                var width: Int32 = 0
                gtk_widget_measure(window.flap.widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
                return width
            }
            try await withApp { window in
                #expect(minimum(window) <= 360)
                await window.open([film])
                try #require(await eventually { window.session.player.playbackState == .playing })
                await settle()
                #expect(minimum(window) <= 360)
            }
        }

        @Test("The playlist opens when the user wants it, not because there is space")
        func widening() async throws {
            let (content, pane) = (Box(.vertical).minimumSize(width: 300), Box(.vertical).minimumSize(width: 300))
            let flap = Flap(content, pane: pane)
            try await withWindow(flap, width: 400) { window in
                gtk_window_set_default_size(window.cast(), 1000, 360)
                try #require(await eventually { flap.width > 900 })
                await settle()
                #expect(!flap.isOpen)
            }
        }

        @Test("A hidden window returns at its position")
        func putAside() async throws {
            try await withWindow(Box(.vertical)) { window in
                guard let surface = X11Surface(of: window) else { return }
                surface.place(Rectangle(x: 333, y: 222, width: 640, height: 360))
                try #require(await eventually { surface.frame.map { $0.x == 333 && $0.y == 222 } ?? false })
                window.putAside()
                await settle()
                window.present()
                #expect(await eventually { X11Surface(of: window)?.frame.map { $0.x == 333 && $0.y == 222 } ?? false })
            }
        }

        @Test("Activating the app while picture in picture is open replaces it by the window")
        func bringingBack() async throws {
            let film = try address(of: "file-film-mkv")
            try await withApp { window in
                await window.open([film])
                try #require(await eventually { window.session.pictures.pictureSize != nil })
                window.startPictureInPicture()
                try #require(await eventually { window.pictureInPicture.isActive && !window.isVisible })
                window.bringBack()
                #expect(await eventually { !window.pictureInPicture.isActive && window.isMapped })
            }
        }

        @Test("A second start passes its files to the first, and quits")
        func secondStart() async throws {
            try #require(ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil, "run with dbus-run-session")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let environment = ["XDG_DATA_HOME": folder.path]
            let (first, second) = (try address(of: "file-film-mkv"), try GeneratedStreams.named("file-sound-flac").url)
            func title() async throws -> String {
                try await RunningProgram.run("/usr/bin/playerctl", ["--player", "windowbox", "metadata", "xesam:title"]).lines.first ?? ""
            }
            func reaches(_ wanted: String) async throws -> Bool {
                for _ in 0..<600 where try await title() != wanted { await rest(seconds: 0.05) }
                return try await title() == wanted
            }
            let program = try RunningProgram("windowbox-desktop", [first, "--title", "One"], environment: environment)
            #expect(try await reaches("One"))
            let other = try await RunningProgram.run("windowbox-desktop", [second.path, "--title", "A & B"], environment: environment)
            #expect(other.status == 0)
            #expect(try await reaches("A & B"))
            let players = try await RunningProgram.run("/usr/bin/playerctl", ["--list-all"])
            #expect(players.lines.filter { $0.hasPrefix("windowbox") } == ["windowbox"])
            // Without anything to open, the window is shown.
            #expect(try await RunningProgram.run("windowbox-desktop", [], environment: environment).status == 0)
            // SIGTERM closes the window as its button does.
            #expect(await program.end() == 0)
        }
    }
}

@Suite struct LanguageNameTests {
    @Test(
        "Languages are shown by name, for any code",
        arguments: [
            ("eng", "English"), ("ger", "German"), ("de", "German"), ("pt-BR", "Portuguese (Brazil)"), ("zh-Hant", "Chinese, Traditional"),
        ])
    func names(code: String, name: String) { #expect(LanguageName.of(code) == name) }

    @Test("An invalid language has no name")
    func unknown() {
        for code in ["und", "", "qqq", "no language"] { #expect(LanguageName.of(code) == nil, "\(code)") }
        #expect(LanguageName.all.contains { $0.tag == "de" && $0.name == "German" })
        #expect(LanguageName.all.count > 150)
    }

    @Test(
        "A track is named by its language and title, without repetition",
        arguments: [
            ("eng", "eng", "English"), ("", "de", "German"), ("Deutsch", "de", "Deutsch"),
            ("English (described)", "en", "English (described)"),
            ("Commentary", "eng", "English · Commentary"), ("und", "und", "Unknown Language"), ("Audio 1", nil, "Audio 1"),
            ("", nil, "Unknown Language"),
        ] as [(String, String?, String)])
    func tracks(name: String, language: String?, title: String) {
        #expect(LanguageName.title(ofTrack: name, language: language) == title)
    }
}
