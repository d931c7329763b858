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

    @OptionGroup var advertising: PlayAdvertising

    @OptionGroup var languages: PlayLanguages

    @Option(
        help: ArgumentHelp(
            "Without a window: seek to these positions in turn, separated by commas; each is preceded by one second of playback.",
            valueName: "seconds")
    )
    var seek: String?

    @OptionGroup var outputs: PlayOutputs

    @Option(help: ArgumentHelp("Without a window: frames decoded in parallel; default processors + 1, up to 4.", valueName: "count"))
    var threads: Int?

    @OptionGroup var effects: PlayEffects

    @Flag(help: "Without a window: play the audio on the default device of the sound server.")
    var audible = false

    @Flag(help: "Print only errors.")
    var quiet = false

    func validate() throws {
        guard (0.1...4).contains(speed) else { throw ValidationError("--speed must be 0.1 to 4, not \(speed)") }
        if advertising.address != nil, headless { throw ValidationError("--ads and --stitch cannot be combined with --headless") }
        if let seconds, !seconds.isValidDuration { throw ValidationError("--for must be more than 0 seconds, not \(seconds)") }
        if let start, !start.isValidPosition { throw ValidationError("--start must be at least 0 seconds, not \(start)") }
        if let limitBitrate, limitBitrate <= 0 { throw ValidationError("--limit-bitrate must be more than 0 bit/s, not \(limitBitrate)") }
        if advertising.address != nil, outputs.stills != nil {
            throw ValidationError("--ads and --stitch require a window, and --stills plays without one")
        }
        if let threads, !(1...16).contains(threads) { throw ValidationError("--threads must be 1 to 16, not \(threads)") }
        if audible, outputs.wav != nil { throw ValidationError("--wav and --audible cannot be combined") }
        _ = try seekTargets()
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
        if !headless, outputs.isEmpty, DesktopProgram.hasDisplay, let desktop = DesktopProgram.find() {
            try await desktop.run(addresses, options: desktopOptions)
        } else if advertising.address != nil {
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
        if let ads = advertising.ads { options += ["--ads", ads] }
        if let stitch = advertising.stitch { options += ["--stitch", stitch] }
        return options
    }
}
