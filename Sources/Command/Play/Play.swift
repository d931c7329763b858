// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxEngine

struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play streams and files, in a window or without one.",
        discussion: """
            Without a display, or with --headless, --report, --journal, --wav or --stills, the stream is decoded and timed as in a \
            window, and a timeline is printed. Options marked "Without a window" have no effect in a window, which has menus for the \
            language and other choices.
            """)

    @Argument(help: "URLs (http, https, data) or files, played one after another.", completion: .file())
    var addresses: [String]

    @Flag(help: "Do not open a window; only decode, time and report.")
    var headless = false

    @Option(name: .customLong("for"), help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
    var seconds: Double?

    @Option(help: ArgumentHelp("Start at this position.", valueName: "seconds"))
    var start: Double?

    @Option(help: ArgumentHelp("The playback speed, 0.1 to 4.", valueName: "rate"))
    var speed = 1.0

    @Flag(help: "Without a window: play as fast as possible.")
    var maxRate = false

    @Option(name: .customLong("limit-bitrate"), help: .init("Without a window: the maximum bit rate of variants.", valueName: "bit/s"))
    var limitBitrate: Int?

    @Option(help: ArgumentHelp("In a window: play the first item with the ads of the VMAP or VAST at this URL.", valueName: "url"))
    var ads: String?

    @Option(help: ArgumentHelp("In a window: play the first item with ads inserted by the service at this URL.", valueName: "url"))
    var stitch: String?

    @Option(help: ArgumentHelp("Without a window: the audio language (BCP 47: en, de-CH).", valueName: "language"))
    var audio: String?

    @Option(help: ArgumentHelp("Without a window: the subtitle language to load (BCP 47).", valueName: "language"))
    var subtitles: String?

    @Option(
        help: ArgumentHelp(
            "Without a window: seek to these positions in turn, separated by commas; each is preceded by one second of playback.",
            valueName: "seconds")
    )
    var seek: String?

    @Option(help: ArgumentHelp("Write a JSON report to this file; - for standard output.", valueName: "file"), completion: .file())
    var report: String?

    @Option(help: ArgumentHelp("Log all decisions to this file; - for standard output.", valueName: "file"), completion: .file())
    var journal: String?

    @Option(help: ArgumentHelp("Write the audio to this WAV file; - for standard output.", valueName: "file"), completion: .file())
    var wav: String?

    @Option(help: ArgumentHelp("Without a window: the interval of stills; 5 by default.", valueName: "seconds"))
    var stillEvery: Double?

    @Option(help: ArgumentHelp("Write stills as PNG files to this folder.", valueName: "folder"), completion: .directory)
    var stills: String?

    @Option(help: ArgumentHelp("Without a window: frames decoded in parallel; default processors + 1, up to 4.", valueName: "count"))
    var threads: Int?

    @Option(help: ArgumentHelp("Without a window: the volume, 0 to 200; above 100, with amplification and limiting.", valueName: "percent"))
    var volume = 100.0

    @Option(help: ArgumentHelp("Without a window: normalise loudness by tags (ReplayGain, R128): off, track or album.", valueName: "mode"))
    var loudness = Loudness.off

    @Option(help: ArgumentHelp("Without a window: the gain added to that of the tags, -15 to 15.", valueName: "dB"))
    var preamp = 0.0

    @Flag(help: "Without a window: compress the dynamic range.")
    var nightMode = false

    @Option(help: ArgumentHelp("Without a window: deinterlace the video: off, automatic or always.", valueName: "when"))
    var deinterlace = Deinterlace.off

    @Flag(help: "Without a window: play the audio on the default device of the sound server.")
    var audible = false

    @Flag(help: "Print only errors.")
    var quiet = false

    func validate() throws {
        guard (0.1...4).contains(speed) else { throw ValidationError("--speed must be 0.1 to 4, not \(speed)") }
        if ads != nil, stitch != nil { throw ValidationError("--ads and --stitch cannot be combined") }
        if (ads ?? stitch) != nil, headless { throw ValidationError("--ads and --stitch cannot be combined with --headless") }
        if let seconds, !seconds.isValidDuration { throw ValidationError("--for must be more than 0 seconds, not \(seconds)") }
        if let start, !start.isValidPosition { throw ValidationError("--start must be at least 0 seconds, not \(start)") }
        if let limitBitrate, limitBitrate <= 0 { throw ValidationError("--limit-bitrate must be more than 0 bit/s, not \(limitBitrate)") }
        if let stillEvery {
            guard stillEvery.isValidDuration else { throw ValidationError("--still-every must be more than 0 seconds, not \(stillEvery)") }
            guard stills != nil else { throw ValidationError("--still-every requires --stills") }
        }
        if stills?.isEmpty == true { throw ValidationError("--stills requires a folder") }
        if (ads ?? stitch) != nil, stills != nil {
            throw ValidationError("--ads and --stitch require a window, and --stills plays without one")
        }
        if let threads, !(1...16).contains(threads) { throw ValidationError("--threads must be 1 to 16, not \(threads)") }
        guard (0...200).contains(volume) else { throw ValidationError("--volume must be 0 to 200, not \(volume)") }
        guard (-15...15).contains(preamp) else { throw ValidationError("--preamp must be -15 to 15 dB, not \(preamp)") }
        try StandardStreams.validate(outputs: ["--report": report, "--journal": journal, "--wav": wav])
        if audible, wav != nil { throw ValidationError("--wav and --audible cannot be combined") }
        _ = try seekTargets()
    }

    enum Deinterlace: String, ExpressibleByArgument, CaseIterable { case off, automatic, always }
    enum Loudness: String, ExpressibleByArgument, CaseIterable { case off, track, album }

    var processing: MediaProcessing {
        MediaProcessing(
            normalization: .init(rawValue: loudness.rawValue) ?? .off, preamp: preamp, isNightMode: nightMode,
            deinterlacing: .init(rawValue: deinterlace.rawValue) ?? .off)
    }

    func seekTargets() throws -> [Double] {
        try (seek ?? "").split(separator: ",").map { part in
            guard let time = Double(part.trimmingCharacters(in: .whitespaces)), time.isValidPosition else {
                throw ValidationError("--seek takes seconds separated by commas, not \"\(part)\"")
            }
            return time
        }
    }

    func run() async throws {
        CodecLog.quiet()
        let isReported = [report, journal, wav, stills].contains { $0 != nil }
        if !headless, !isReported, DesktopProgram.hasDisplay, let desktop = DesktopProgram.find() {
            try await desktop.run(addresses, options: desktopOptions)
        } else if (ads ?? stitch) != nil {
            throw Failure.failed("--ads and --stitch require a window: a display, and windowbox-desktop in the same folder as this program")
        } else {
            try await HeadlessRun(options: self).run()
        }
    }

    private var desktopOptions: [String] {
        var options: [String] = []
        if let start { options += ["--start", String(start)] }
        if let seconds { options += ["--for", String(seconds)] }
        if speed != 1 { options += ["--speed", String(speed)] }
        if let ads { options += ["--ads", ads] }
        if let stitch { options += ["--stitch", stitch] }
        return options
    }
}
