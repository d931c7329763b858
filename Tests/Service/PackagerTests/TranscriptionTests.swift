// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxHLS
import WindowboxKit
import WindowboxMedia

@testable import WindowboxPackager

@Suite("Captions of speech", .serialized) struct TranscriptionTests {
    private static func settings(_ recognition: SpeechRecognition) -> PackagerSettings {
        var settings = PackagerSettings()
        (settings.shortSides, settings.preset, settings.makesSprites, settings.previewDuration) = ([180], "ultrafast", false, 0)
        settings.speechRecognition = recognition
        return settings
    }

    /// A recognizer for tests.
    private static func script(_ body: String, in folder: URL) throws -> String {
        let file = folder.appending(path: "recognize.sh")
        try Data("#!/bin/sh\n\(body)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file.path
    }

    private static func package(_ recognition: String, captions: [Packager.Captions] = [], _ folder: URL) async throws -> PackagedMedia {
        let source = try GeneratedStreams.named("file-start-mp4")
        let output = folder.appending(path: "package")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        let settings = settings(try #require(SpeechRecognition(recognition)))
        return try await Packager(settings: settings).package(source.address, captions: captions, into: output)
    }

    @Test("A command gets mono audio of 16 kHz and its language, and its captions are in the package") func command() async throws {
        try await TemporaryFolder.with { folder in
            let program = try Self.script(
                """
                channels=$(od -An -tu2 -j22 -N2 "$2" | tr -d ' ')
                rate=$(od -An -tu4 -j24 -N4 "$2" | tr -d ' ')
                printf 'WEBVTT\\n\\n00:01.000 --> 00:03.500\\n%s %s %s %s\\n' "$1" "$channels" "$rate" "$3"
                """, in: folder)
            let media = try await Self.package("\(program) --quiet", folder)
            #expect(media.warning == nil)
            let track = try #require(media.texts.first)
            #expect(media.texts.count == 1)
            #expect(track.isTranscript == true)
            #expect(!track.isDefault)
            #expect(media.files.contains(track.file))
            let output = folder.appending(path: "package")
            let document = CaptionDocument.read(Array(try Data(contentsOf: output.appending(path: track.file))))
            #expect(document.cues.map(\.text) == ["--quiet 1 16000 \(track.language)"])
            #expect(document.cues.map(\.start.seconds) == [1])
            let playlist = try MultivariantPlaylist.reading(output.appending(path: media.playlist))
            let rendition = try #require(playlist.renditions.first { $0.kind == .subtitles })
            #expect(rendition.characteristics == ["public.machine-generated"])
            #expect(rendition.name.hasSuffix("(auto)"))
            #expect(!FileManager.default.fileExists(atPath: output.appending(path: "speech.wav").path))
        }
    }

    @Test(
        "A command that fails, or writes no captions, leaves a package without captions and a warning",
        arguments: ["echo 'no model' >&2; exit 3", "echo 'I heard nothing'"])
    func failure(body: String) async throws {
        try await TemporaryFolder.with { folder in
            let media = try await Self.package(try Self.script(body, in: folder), folder)
            #expect(media.texts.isEmpty)
            #expect(!media.renditions.isEmpty)
            let warning = try #require(media.warning)
            #expect(warning.hasPrefix("There are no captions of what is said: "))
            #expect(body.contains("exit") == warning.contains("no model"))
        }
    }

    @Test("A program that never ends is stopped") func endless() async throws {
        try await TemporaryFolder.with { folder in
            var settings = Self.settings(.command([try Self.script("while :; do sleep 1; done", in: folder)]))
            settings.minRecognitionTime = 1
            let source = try GeneratedStreams.named("file-start-mp4")
            let output = folder.appending(path: "package")
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            let program = SpeechRecognizer(settings: settings, duration: 0.1)
            await #expect(throws: PackagerError.self) {
                _ = try await program.captions(source.address, track: 1, language: "en", folder: output)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == [])
        }
    }

    @Test("A program that isn't installed is named in the warning") func missing() async throws {
        try await TemporaryFolder.with { folder in
            let warning = try #require(try await Self.package("windowbox-no-such-recognizer", folder).warning)
            #expect(warning.contains("windowbox-no-such-recognizer can't be started"))
            #expect(!warning.contains("ffmpeg"))
        }
    }

    @Test("If nobody speaks, there are neither captions nor a warning") func silence() async throws {
        try await TemporaryFolder.with { folder in
            let media = try await Self.package(try Self.script("exit 0", in: folder), folder)
            #expect(media.texts.isEmpty)
            #expect(media.warning == nil)
        }
    }

    @Test("A file that comes with captions is not transcribed") func own() async throws {
        try await TemporaryFolder.with { folder in
            let program = try Self.script("touch \"$(dirname \"$0\")/ran\"; exit 1", in: folder)
            let captions = Packager.Captions(bytes: Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n".utf8), language: "de")
            let media = try await Self.package(program, captions: [captions], folder)
            #expect(media.texts.map(\.language) == ["de"])
            #expect(media.warning == nil)
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "ran").path))
        }
    }

    @Test("PocketSphinx makes captions of English speech, and none in other languages", arguments: ["en", "de"])
    func pocketSphinx(language: String) async throws {
        try #require(SpeechRecognition.installed(path: ProcessInfo.processInfo.environment["PATH"] ?? "") == .pocketSphinx)
        try await TemporaryFolder.with { folder in
            let speech = folder.appending(path: "speech-source.wav").path
            var settings = Self.settings(.pocketSphinx)
            settings.spokenLanguage = language
            try await MediaProgram("espeak-ng", settings: settings)
                .run(["-s", "130", "-w", speech, "Hello world. This is a test of the speech recognition."])
            let output = folder.appending(path: "package")
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            let media = try await Packager(settings: settings).package(speech, into: output)
            #expect(media.warning == nil)
            guard language == "en" else {
                #expect(media.texts.isEmpty)
                return
            }
            let track = try #require(media.texts.first)
            let document = CaptionDocument.read(Array(try Data(contentsOf: output.appending(path: track.file))))
            // What it hears in a synthetic voice is not always what was said.
            #expect(!document.cues.isEmpty)
            #expect(document.cues.allSatisfy { $0.end.seconds <= media.duration + 1 })
            #expect(document.cues.allSatisfy { $0.start < $0.end })
        }
    }

    @Test("PocketSphinx's words are read without silence, noise and numbered pronunciations")
    func words() {
        let lines = [
            "hello the world", "<s> 0.000 0.080 0.999400", "hello 0.090 0.410 0.044679", "the(2) 0.420 0.770 0.685749",
            "<sil> 0.780 0.950 0.992229", "[NOISE] 1.0 1.1 0.5", "++UM++ 1.0 1.1 0.5", "world 0.960 1.110 0.188871", "</s> 1.2 1.3 1.0",
            "one 2 3", "bad 5.0 4.0 0.1", "bad nan 4.0 0.1", "bad 1 inf 0.1", "bad 1 1e300 0.1", "(2) 1 2 0.1", "",
        ]
        #expect(
            lines.compactMap { RecognizedWord(pocketSphinx: $0) } == [
                RecognizedWord(text: "hello", start: 0.09, end: 0.41), RecognizedWord(text: "the", start: 0.42, end: 0.77),
                RecognizedWord(text: "world", start: 0.96, end: 1.11),
            ])
    }

    @Test("Words become captions that end at pauses, after six seconds, and after two lines") func captions() {
        func words(_ count: Int, from start: Double, each length: Double = 0.3) -> [RecognizedWord] {
            (0..<count).map { RecognizedWord(text: "word", start: start + Double($0) * length, end: start + Double($0 + 1) * length) }
        }
        let pauses = CaptionDocument(words(2, from: 1) + words(1, from: 3))
        #expect(pauses.cues.map(\.text) == ["word word", "word"])
        #expect(pauses.cues.map(\.start.seconds) == [1, 3])
        // A second is long enough to be read.
        #expect(pauses.cues.map(\.end.seconds) == [2, 4])
        let slow = CaptionDocument(words(10, from: 0, each: 1))
        #expect(slow.cues.map(\.start.seconds) == [0, 6])
        let fast = CaptionDocument(words(40, from: 0, each: 0.1))
        #expect(fast.cues.allSatisfy { $0.text.split(separator: "\n").count <= 2 })
        #expect(fast.cues.allSatisfy { $0.text.split(separator: "\n").allSatisfy { $0.count <= 44 } })
        #expect(fast.cues.flatMap { $0.text.split { $0 == " " || $0 == "\n" } }.count == 40)
        // No caption covers the next one.
        for (cue, next) in zip(fast.cues, fast.cues.dropFirst()) { #expect(cue.end <= next.start) }
        #expect(CaptionDocument([RecognizedWord]()).cues.isEmpty)
    }

    @Test("The setting names a command, what is installed, or nothing") func setting() throws {
        #expect(SpeechRecognition("off") == .off)
        #expect(SpeechRecognition("/opt/asr --model  small") == .command(["/opt/asr", "--model", "small"]))
        #expect(SpeechRecognition("") == nil)
        #expect(SpeechRecognition("auto", path: "/nonexistent") == .off)
    }
}

extension MultivariantPlaylist {
    fileprivate static func reading(_ file: URL) throws -> MultivariantPlaylist {
        let bytes = Array(try Data(contentsOf: file))
        let reading = Playlist.parse(bytes, baseURL: file.absoluteString, options: ReadingOptions(mode: .strict))
        guard case .multivariant(let playlist) = try reading.get() else { throw CocoaError(.fileReadCorruptFile) }
        return playlist
    }
}
