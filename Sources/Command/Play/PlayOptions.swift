// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import WindowboxCodec
import WindowboxEngine

/// The ads of the first item.
struct PlayAdvertising: ParsableArguments {
    @Option(help: ArgumentHelp("In a window: play the first item with the ads of the VMAP or VAST at this URL.", valueName: "url"))
    var ads: String?

    @Option(help: ArgumentHelp("In a window: play the first item with ads inserted by the service at this URL.", valueName: "url"))
    var stitch: String?

    func validate() throws {
        if ads != nil, stitch != nil { throw ValidationError("--ads and --stitch cannot be combined") }
    }

    /// The URL of an ad server's response, or of a service that inserts ads; nil to play without ads.
    var address: String? { ads ?? stitch }
}

/// The languages to play.
struct PlayLanguages: ParsableArguments {
    @Option(help: ArgumentHelp("Without a window: the audio language (BCP 47: en, de-CH).", valueName: "language"))
    var audio: String?

    @Option(help: ArgumentHelp("Without a window: the subtitle language to load (BCP 47).", valueName: "language"))
    var subtitles: String?
}

/// What playing writes.
struct PlayOutputs: ParsableArguments {
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

    func validate() throws {
        if let stillEvery {
            guard stillEvery.isValidDuration else { throw ValidationError("--still-every must be more than 0 seconds, not \(stillEvery)") }
            guard stills != nil else { throw ValidationError("--still-every requires --stills") }
        }
        if stills?.isEmpty == true { throw ValidationError("--stills requires a folder") }
        try StandardStreams.validate(outputs: ["--report": report, "--journal": journal, "--wav": wav])
    }

    /// Nothing is written.
    var isEmpty: Bool { report == nil && journal == nil && wav == nil && stills == nil }
}

/// Changes to the audio and the video.
struct PlayEffects: ParsableArguments {
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

    enum Deinterlace: String, ExpressibleByArgument, CaseIterable { case off, automatic, always }
    enum Loudness: String, ExpressibleByArgument, CaseIterable { case off, track, album }

    func validate() throws {
        guard (0...200).contains(volume) else { throw ValidationError("--volume must be 0 to 200, not \(volume)") }
        guard (-15...15).contains(preamp) else { throw ValidationError("--preamp must be -15 to 15 dB, not \(preamp)") }
    }

    var processing: MediaProcessing {
        MediaProcessing(
            normalization: .init(rawValue: loudness.rawValue) ?? .off, preamp: preamp, isNightMode: nightMode,
            deinterlacing: .init(rawValue: deinterlace.rawValue) ?? .off)
    }
}
