// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxPackager

/// Packages files as streams, and processes imports.
@main
struct IngestProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windowbox ingest",
        abstract: "Package video files as streams, with several renditions, captions, poster, sprites and preview.",
        discussion: """
            With --output, each file becomes a folder with an index.m3u8 in it. With --catalogue, it becomes a video of a channel, kept \
            in the store. --work packages imports of the catalogue until it is interrupted; several machines can do so at once.

            Captions beside a file are included: FILE.en.srt, FILE.de.vtt, FILE.ttml. --captions names others.

            Exit status: 0 done, 1 the machine or the store failed, 2 wrong usage, 3 a file can't be packaged.
            """)

    @Argument(help: "Files.", completion: .file())
    var files: [String] = []

    @Option(
        name: [.customShort("o"), .long], help: ArgumentHelp("Write a folder for each file here.", valueName: "folder"),
        completion: .directory)
    var output: String?

    @OptionGroup var catalogue: CatalogueOptions

    @Flag(help: "Package imports of the catalogue until interrupted.")
    var work = false

    @Flag(help: "Fill the catalogue with a dozen generated clips, to try a service with. Needs espeak-ng.")
    var samples = false

    @Flag(help: "With --work: exit once no work is left.")
    var untilIdle = false

    @Option(help: ArgumentHelp("Captions of the file in a language (BCP 47); may be given several times.", valueName: "language=file"))
    var captions: [String] = []

    @Option(help: "The renditions' short sides in pixels, separated by commas.")
    var sizes: String?

    @Option(help: "The x264 preset, from ultrafast to veryslow; other encoders get the corresponding one.")
    var preset: String?

    @Option(help: "The codecs of video renditions, separated by commas: h264, which is always there, hevc and av1.")
    var codecs: String?

    @Flag(help: "Keep sound in 5.1 beside stereo.")
    var surround = false

    @Option(help: "Choose each file's bit rates for this structural similarity to the source, from 0.8 to 0.999.")
    var targetSsim: Double?

    @Option(
        help: """
            Make captions of speech for files without captions: auto uses PocketSphinx (English) if it is installed; or a command, which gets \
            the path of a WAV file and its language, and writes captions to standard output.
            """)
    var transcription = "off"

    @Option(help: ArgumentHelp("The language of speech in files that don't name it (BCP 47).", valueName: "language"))
    var spokenLanguage = "en"

    @Flag(help: "Print a line of JSON for each file.")
    var json = false

    /// Not `validate()`, which would report missing options before unknown ones.
    private func check() throws {
        if samples {
            guard files.isEmpty, output == nil, !work, catalogue.catalogue != nil else {
                throw ValidationError("--samples takes --catalogue, and no files")
            }
        } else if work {
            guard files.isEmpty, output == nil else { throw ValidationError("--work takes no files") }
            guard catalogue.catalogue != nil else { throw ValidationError("--work needs --catalogue") }
        } else {
            guard !files.isEmpty else { throw ValidationError("name a file") }
            guard (output == nil) != (catalogue.catalogue == nil) else { throw ValidationError("give either --output or --catalogue") }
        }
        try catalogue.validate(needsChannel: !work && !samples)
        guard captions.isEmpty || files.count == 1 else { throw ValidationError("--captions is for one file") }
        _ = try settings()
        _ = try namedCaptions()
    }

    func settings() throws -> PackagerSettings {
        var settings = PackagerSettings()
        if let sizes {
            let sides = sizes.split(separator: ",").compactMap { Int($0) }
            guard !sides.isEmpty, sides.count == sizes.split(separator: ",", omittingEmptySubsequences: false).count,
                sides.allSatisfy({ (16...4320).contains($0) })
            else { throw ValidationError("--sizes takes numbers from 16 to 4320, as 360,720") }
            settings.shortSides = Array(Set(sides)).sorted()
        }
        if let preset {
            let known = ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"]
            guard known.contains(preset) else { throw ValidationError("--preset takes \(known.joined(separator: ", "))") }
            settings.preset = preset
        }
        if let codecs {
            let names = codecs.split(separator: ",", omittingEmptySubsequences: false).map { VideoCodec(rawValue: String($0)) }
            guard !names.contains(nil) else { throw ValidationError("--codecs takes h264, hevc and av1, as hevc,h264") }
            settings.codecs = Set(names.compactMap(\.self))
        }
        settings.keepsSurround = surround
        if let targetSsim {
            guard (0.8...0.999).contains(targetSsim) else { throw ValidationError("--target-ssim takes a number from 0.8 to 0.999") }
            settings.targetSSIM = targetSsim
        }
        guard let recognition = SpeechRecognition(transcription) else {
            throw ValidationError("--transcription takes auto, off or a command")
        }
        guard SentCaptions.isLanguage(spokenLanguage) else {
            throw ValidationError("--spoken-language takes a language code, as en or pt-BR")
        }
        (settings.speechRecognition, settings.spokenLanguage) = (recognition, spokenLanguage)
        return settings
    }

    func namedCaptions() throws -> [String: String] {
        try captions.reduce(into: [:]) { found, text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex, text.index(after: equals) != text.endIndex else {
                throw ValidationError("--captions takes language=file")
            }
            found[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
    }

    func run() async throws {
        try check()
        // On interruption, child programs end too, and a job returns to the queue.
        let running = Task {
            if samples {
                try await SamplesCommand(program: self).run()
            } else if work {
                try await WorkerCommand(program: self).run()
            } else {
                try await PackageFilesCommand(program: self).run()
            }
        }
        let signals = TerminationSignals.watch { running.cancel() }
        defer { signals.forEach { $0.cancel() } }
        do { try await running.value } catch is CancellationError { throw ExitCode(130) }
    }

    static func main() async {
        do {
            var command = try parseAsRoot()
            if let ingest = command as? IngestProgram { try await ingest.run() } else { try command.run() }
        } catch let failure as IngestFailure {
            FileHandle.standardError.write(Data("windowbox ingest: \(failure.message)\n".utf8))
            Foundation.exit(failure.status)
        } catch {
            let code = exitCode(for: error)
            guard code == .validationFailure else { exit(withError: error) }
            FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
            Foundation.exit(2)
        }
    }
}
