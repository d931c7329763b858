// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxEngine

struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play streams and files, in a window or without one.",
        discussion: """
            A window needs a display; without one, or with --headless, the stream is decoded and timed as in a window \
            and a timeline is printed. --report, --journal, --wav and --stills mean that, too. Of what can be chosen while something plays, such as \
            its language, a window has menus.
            """)

    @Argument(help: "Addresses (http, https, data) or files, played one after the other.", completion: .file())
    var addresses: [String]

    @Flag(help: "Open no window: decode, time and report.")
    var headless = false

    @Option(name: .customLong("for"), help: ArgumentHelp("Stop after so many seconds.", valueName: "seconds"))
    var seconds: Double?

    @Option(help: ArgumentHelp("Begin at this many seconds.", valueName: "seconds"))
    var start: Double?

    @Option(help: ArgumentHelp("Playing speed, 0.1 to 4.", valueName: "rate"))
    var speed = 1.0

    @Flag(help: "Without a window: play as fast as decoding goes.")
    var maxRate = false

    @Option(
        name: .customLong("limit-bitrate"),
        help: ArgumentHelp("Without a window: choose no variant above so many bit/s.", valueName: "bit/s"))
    var limitBitrate: Int?

    @Option(help: ArgumentHelp("In a window: put ads into the first address by the VMAP or VAST at this address.", valueName: "address"))
    var ads: String?

    @Option(
        help: ArgumentHelp(
            "In a window: play the first address with the ads that the service at this address stitches into it.", valueName: "service"))
    var stitch: String?

    @Option(help: ArgumentHelp("Without a window: the language of the sound, as BCP 47: en, de-CH.", valueName: "language"))
    var audio: String?

    @Option(help: ArgumentHelp("Without a window: the language of the subtitles to load, as BCP 47.", valueName: "language"))
    var subtitles: String?

    @Option(
        help: ArgumentHelp(
            "Without a window: seek to these seconds in turn, separated by commas; playing goes on a second between.", valueName: "seconds")
    )
    var seek: String?

    @Option(help: ArgumentHelp("Write the report as JSON to this file; - is standard output.", valueName: "file"), completion: .file())
    var report: String?

    @Option(help: ArgumentHelp("Write every decision to this file, a line each.", valueName: "file"), completion: .file())
    var journal: String?

    @Option(help: ArgumentHelp("Write the sound to this WAV file.", valueName: "file"), completion: .file())
    var wav: String?

    @Option(help: ArgumentHelp("Without a window: write a PNG of the picture each so many seconds into --stills.", valueName: "seconds"))
    var stillEvery: Double?

    @Option(help: ArgumentHelp("The folder for stills.", valueName: "folder"), completion: .directory)
    var stills: String?

    @Option(
        help: ArgumentHelp(
            "Without a window: pictures decoded at a time; one more than processors, up to 4, when left out.", valueName: "count"))
    var threads: Int?

    @Option(help: ArgumentHelp("Without a window: the volume, 0 to 200; what is above 100 is amplified and limited.", valueName: "percent"))
    var volume = 100.0

    @Option(help: ArgumentHelp("Without a window: follow the loudness in tags (ReplayGain, R128): off, track or album.", valueName: "gain"))
    var loudness = Loudness.off

    @Option(help: ArgumentHelp("Without a window: added to the loudness in tags, -15 to 15.", valueName: "dB"))
    var preamp = 0.0

    @Flag(help: "Without a window: make quiet sound louder and loud sound quieter.")
    var nightMode = false

    @Option(help: ArgumentHelp("Without a window: make whole pictures of interlaced ones: off, automatic or always.", valueName: "when"))
    var deinterlace = Deinterlace.off

    @Flag(help: "Without a window: play the sound on the default device of the sound server.")
    var audible = false

    @Flag(help: "Print nothing but errors.")
    var quiet = false

    func validate() throws {
        guard (0.1...4).contains(speed) else { throw ValidationError("--speed takes 0.1 to 4, not \(speed)") }
        if ads != nil, stitch != nil { throw ValidationError("--ads and --stitch are two ways to the same: give one") }
        if (ads ?? stitch) != nil, headless { throw ValidationError("--ads and --stitch need a window: without one nobody sees an ad") }
        if let seconds, !seconds.isLength { throw ValidationError("--for takes a number of seconds above 0, not \(seconds)") }
        if let start, !start.isPlace { throw ValidationError("--start takes a number of seconds from 0 on, not \(start)") }
        if let limitBitrate, limitBitrate <= 0 { throw ValidationError("--limit-bitrate takes bit/s above 0, not \(limitBitrate)") }
        if let stillEvery {
            guard stillEvery.isLength else { throw ValidationError("--still-every takes a number of seconds above 0, not \(stillEvery)") }
            guard stills != nil else { throw ValidationError("--still-every needs a folder to write into: give --stills too") }
        }
        if stills?.isEmpty == true { throw ValidationError("--stills takes a folder") }
        if (ads ?? stitch) != nil, stills != nil {
            throw ValidationError("--stills is for playing without a window, and --ads and --stitch need one")
        }
        if let threads, !(1...16).contains(threads) { throw ValidationError("--threads takes 1 to 16, not \(threads)") }
        guard (0...200).contains(volume) else { throw ValidationError("--volume takes 0 to 200, not \(volume)") }
        guard (-15...15).contains(preamp) else { throw ValidationError("--preamp takes -15 to 15 dB, not \(preamp)") }
        if audible, wav != nil { throw ValidationError("--wav and --audible are two ways for the sound: give one") }
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
            guard let time = Double(part.trimmingCharacters(in: .whitespaces)), time.isPlace else {
                throw ValidationError("--seek takes seconds separated by commas, and \"\(part)\" is none")
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
            throw Failure.failed("--ads and --stitch need a window: a display, and windowbox-desktop beside this program")
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
