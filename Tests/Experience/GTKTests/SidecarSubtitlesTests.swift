// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Sidecar subtitles")
struct SidecarSubtitlesTests {
    private typealias Match = SidecarSubtitles.Match

    private func matches(_ film: String, _ files: [String], _ folders: [SidecarSubtitles.Folder] = []) -> [Match] {
        SidecarSubtitles.matches(video: film, files: [film] + files, folders: folders)
    }

    @Test(
        "Sidecar subtitles are matched by file name, which gives their language",
        arguments: [
            ("film.srt", nil, false, true), ("Film.SRT", nil, false, true), ("film.de.srt", "de", false, false),
            ("film.ger.vtt", "de", false, false), ("film.pt-BR.ass", "pt-BR", false, false), ("film_English.srt", "en", false, false),
            ("film - Deutsch.srt", "de", false, false), ("film.en.forced.srt", "en", true, false), ("film.forced.srt", nil, true, false),
            ("film.en.sdh.srt", "en", false, false), ("film.en.hi.srt", "en", false, false), ("film.hi.srt", "hi", false, false),
            ("film.[fr].dfxp", "fr", false, false),
        ] as [(String, String?, Bool, Bool)])
    func named(name: String, language: String?, isForced: Bool, isPlain: Bool) {
        #expect(matches("film.mkv", [name]) == [Match(path: name, language: language, isForced: isForced, isPlain: isPlain)])
    }

    @Test(
        "Other files and another video's subtitles do not match",
        arguments: [
            "films.srt", "film.resurrection.srt", "film 3.srt", "other.srt", "film.txt", "film.jpg", "srt", ".srt",
            "film.de.resurrection.srt",
        ])
    func others(name: String) { #expect(matches("film.mkv", [name]) == []) }

    @Test("In a subtitle folder any name matches a single video, or a folder with the video's name")
    func folders() {
        let all = SidecarSubtitles.Folder(name: "Subs", files: ["2_English.srt", "3_French.srt", "film.de.srt", "notes.txt"])
        #expect(matches("film.mkv", [], [all]).map(\.language) == ["en", "fr", "de"])
        #expect(matches("film.mkv", ["other.mkv"], [all]).map(\.path) == ["Subs/film.de.srt"])
        let own = SidecarSubtitles.Folder(name: "subtitles/Film", files: ["2_English.srt"])
        #expect(matches("film.mkv", ["other.mkv"], [own]).map(\.path) == ["subtitles/Film/2_English.srt"])
        #expect(matches("film.mkv", [], [.init(name: "Extras", files: ["film.srt"])]) == [])
    }

    @Test("The number of matches is limited, and the plain one comes first")
    func many() {
        let found = matches("film.mkv", LanguageName.all.map { "film.\($0.tag).srt" } + ["film.srt"])
        #expect(found.count == SidecarSubtitles.maxMatches)
        #expect(found.first?.isPlain == true)
    }

    @Test("The user's preferences select the shown file")
    func choice() {
        let files = ["film.srt", "film.de.srt", "film.en.srt", "film.fr.forced.srt"]
        func shown(
            _ legible: MediaPreferences.Legible, _ names: [String], languages: [String] = [], spoken: String? = nil, user: [String] = ["en"]
        ) -> String? {
            let found = matches("film.mkv", names)
            let preferences = MediaPreferences(legible: legible, legibleLanguages: languages)
            return SidecarSubtitles.choice(of: found, for: preferences, spoken: spoken, userLanguages: user).map { found[$0].path }
        }
        #expect(shown(.off, files) == nil)
        #expect(shown(.always, files, languages: ["de"]) == "film.de.srt")
        #expect(shown(.always, files) == "film.en.srt")
        #expect(shown(.always, files, user: ["ja"]) == "film.srt")
        #expect(shown(.always, [files[3]]) == nil)
        #expect(shown(.automatic, files) == "film.srt", "a file named like the video is preferred")
        #expect(shown(.automatic, files, spoken: "ja") == "film.en.srt")
        #expect(shown(.automatic, [files[1], files[2]], spoken: "en") == nil)
        #expect(shown(.automatic, [files[3]], user: ["fr"]) == "film.fr.forced.srt")
    }

    @Test("The two files of DVD subtitles count as one")
    func disc() {
        #expect(matches("film.mkv", ["film.idx", "Film.SUB"]).map(\.path) == ["film.idx"])
        #expect(matches("film.mkv", ["film.sub", "film.de.idx"]).map(\.path) == ["film.sub", "film.de.idx"])
        let folder = SidecarSubtitles.Folder(name: "Subs", files: ["a.idx", "a.sub"])
        #expect(matches("film.mkv", [], [folder]).map(\.path) == ["Subs/a.idx"])
        let languages = ["de", "en"].enumerated().map { Match(path: "film.idx", language: $1, isPlain: true, track: $0) }
        for (user, choice) in [("en", 1), ("de", 0), ("ja", 0)] {
            #expect(SidecarSubtitles.choice(of: languages, for: MediaPreferences(), spoken: nil, userLanguages: [user]) == choice)
        }
    }

    @MainActor @Test("DVD subtitles are offered in each language, shown in the preferred one, and can be added by hand")
    func discShown() async throws {
        func writer(_ x: Int) -> [UInt8] {
            var writer = PresentationGraphicsWriter(width: 720, height: 576)
            writer.show([.box(x: x, y: 480, width: 300, height: 48)], at: 1)
            writer.show([], at: 3)
            return writer.bytes
        }
        let film = try await PictureSubtitleFilm(.vobSub, tracks: [("ger", writer(100)), ("eng", writer(200))])
        let index = try await film.discSubtitles(times: [("de", [0]), ("en", [0])], lines: ["langidx: 0"])
        let path = index.dropLast(3) + "mkv"
        try FileManager.default.copyItem(atPath: film.path, toPath: String(path))
        let item = PlayerItem.simple(url: URL(fileURLWithPath: String(path)).absoluteString)
        let model = PlayerModel(Player(items: [item]))
        let preferences = MediaPreferences(legible: .always, legibleLanguages: ["en"])
        await model.offerSubtitles(beside: String(path), for: item, preferences: preferences, userLanguages: [])
        #expect(model.choices(of: .subtitles).titles.suffix(2) == ["German · film.idx", "English · film.idx"])
        let chosen = try await SubtitleFile.read(index, track: 1)
        #expect(chosen.cues.active(at: 1).document.cues.compactMap { $0.image?.placement?.frame.x } == [200])
        for address in [index, String(index.dropLast(3) + "sub"), URL(fileURLWithPath: index).absoluteString] {
            let (files, shown) = try await SubtitleFile.readAll(address)
            #expect(files.map(\.name) == ["German · film.idx", "English · film.idx"])
            #expect(shown == 0)
        }
        try FileManager.default.removeItem(atPath: String(index.dropLast(3) + "sub"))
        await #expect { _ = try await SubtitleFile.readAll(index) } throws: { ($0 as? SubtitleFileError)?.code == .unreadable }
    }

    @MainActor @Test("Sidecar subtitles are listed by language and shown, invalid ones skipped, and a choice kept")
    func offered() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder.appending(path: "Subs"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, _ words: String) throws {
            try Data("1\n00:00:00,000 --> 00:59:00,000\n\(words)\n".utf8).write(to: folder.appending(path: name))
        }
        let film = folder.appending(path: "film one.mkv")
        try FileManager.default.copyItem(at: try GeneratedStreams.named("file-film-mkv").url, to: film)
        try write("film one.srt", "plain")
        try write("film one.de.srt", "Guten Abend")
        try write("Subs/2_English.srt", "Good evening")
        try Data().write(to: folder.appending(path: "film one.fr.srt"))
        let item = PlayerItem.simple(url: film.absoluteString)
        let model = PlayerModel(Player(items: [item]))
        let preferences = MediaPreferences(legible: .always, legibleLanguages: ["de"])
        await model.offerSubtitles(beside: film.path(percentEncoded: false), for: item, preferences: preferences, userLanguages: [])
        #expect(await eventually { model.cues.texts == ["Guten Abend"] })
        let titles = model.choices(of: .subtitles).titles
        #expect(titles.suffix(3) == ["film one.srt", "English · 2_English.srt", "German · film one.de.srt"])
        model.choose(titles.count - 2, of: .subtitles)
        await model.offerSubtitles(beside: film.path(percentEncoded: false), for: item, preferences: preferences, userLanguages: [])
        #expect(model.cues.texts == ["Good evening"])
    }
}
