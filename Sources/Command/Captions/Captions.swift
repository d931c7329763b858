// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCaptions
import WindowboxMedia

struct Captions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read, check and convert captions.",
        discussion: """
            Supported formats are WebVTT, SubRip, SubStation Alpha (SSA, ASS), TTML and IMSC, CEA-608 in Scenarist (SCC) files, CEA-708 \
            and CEA-608 in MacCaption (MCC) files, and EBU STL; the format is detected from the first bytes of the file.

            In a media file (MP4, QuickTime, Matroska, WebM, MPEG-TS), --track N reads a text track (SubRip, SubStation Alpha, WebVTT, \
            TTML, 3GPP or QuickTime text, CEA-608) or a bitmap track (PGS, also in a .sup file, VobSub, also in .idx and .sub files, DVB), whose cues have an image \
            and no text. Without --track, the tracks are listed; the JSON has "tracks", each with track (from 1), coding, language, \
            name, default, forced and describesSound.

            The JSON has cues, each with id, start and end in seconds, region (its id), settings, text (with markup in WebVTT and SubRip, \
            plain in other formats) and tree (the WebVTT nodes of the text, one per line, as the W3C tests print them); regions; \
            styles, each a style sheet with its rules; and errors, each with line (0 for the whole file), code and message.

            --to prints the converted captions to standard output, and what the target format cannot represent to standard error. \
            --check prints only the errors.

            --boxes prints, as JSON, the layout of the cues that are shown at the time --at in a video frame of --size: time, width, \
            height, and boxes in drawing order. Each box has the index of its cue (from 0), its frame {x, y, width, height} in pixels \
            from the top left, its lines after line breaking (columns in vertical text), fontSize and lineHeight in pixels, align, \
            vertical (rl or lr, the direction in which lines are added), rightToLeft, layer (higher layers are drawn over lower ones), \
            and its text as runs, each with text, style and whether it is an annotation (ruby). A box in a region has the region's id, \
            the region's frame as window, and its visible part as clip; a bitmap caption has an image with its address or its bytes but no \
            lines. Character widths are estimated as half the font size; a renderer breaks lines by the actual font.

            Exit status: 0 success, 1 errors found by --check, 2 usage error, 3 the file cannot be read.
            """)

    @Argument(help: "The file; - reads standard input.", completion: .file())
    var file: String

    @Option(help: "Convert the captions to srt, vtt, ttml or json.")
    var to: String?

    @Flag(help: "Report errors in the file.")
    var check = false

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "The IANA name of the text encoding; detected by default.")
    var encoding: String?

    @Option(help: ArgumentHelp("The text track of a media file, from 1.", valueName: "number"))
    var track: Int?

    @Option(help: ArgumentHelp("The closed caption channel, CC1 to CC4, or service, SERVICE1 to SERVICE63.", valueName: "name"))
    var channel: String?

    @Option(help: "A style sheet file with ::cue rules, which override those of the captions; for --boxes.", completion: .file())
    var css: String?

    @Flag(help: "Print, as JSON, the boxes of the cues that are shown at the time --at in a video frame of --size.")
    var boxes = false

    @Option(help: "The time for --boxes, in seconds.")
    var at: Double?

    @Option(help: "The frame size for --boxes in pixels, such as 1920x1080.")
    var size: String?

    func validate() throws {
        if boxes {
            guard let at, at.isFinite else { throw ValidationError("--boxes requires --at with a time in seconds") }
            guard frameSize != nil else { throw ValidationError("--boxes requires --size with a width and a height, such as 1920x1080") }
            guard to == nil, !json, !check else { throw ValidationError("--boxes cannot be combined with --to, --json or --check") }
        } else if at != nil || size != nil || css != nil {
            throw ValidationError("--at, --size and --css require --boxes")
        }
        if file == StandardStreams.name, css == file { throw ValidationError("--css can't be - if the captions are, too: standard input") }
        if let track, track < 1 { throw ValidationError("--track must be at least 1") }
        if let channel, service == nil {
            throw ValidationError("--channel takes CC1 to CC4 or SERVICE1 to SERVICE63, not \(TerminalText.line(channel))")
        }
        if let to, !["srt", "vtt", "ttml", "json"].contains(to) {
            throw ValidationError("--to takes srt, vtt, ttml or json, not \(TerminalText.line(to))")
        }
        if let encoding, TextEncoding(named: encoding) == nil {
            throw ValidationError(
                "--encoding takes UTF-8, UTF-16LE, UTF-16BE, UTF-32LE, UTF-32BE, windows-874, windows-1250 to windows-1257, KOI8-R, IBM866, ISO-8859-2, ISO-8859-16, Shift_JIS, EUC-JP, "
                    + "EUC-KR, GB18030 or Big5, not \(TerminalText.line(encoding))")
        }
        if let to, to != "json", json { throw ValidationError("--json cannot be combined with --to \(to)") }
    }

    func run() throws {
        if let mediaFile = try MediaFileTextTracks.open(file) {
            if track == nil, to == nil, !boxes, !check { return list(mediaFile) }
            return try write(try mediaFile.document(of: track, service: service))
        }
        guard track == nil else { throw Failure.usage("--track requires a media file, and \(TerminalText.line(file)) is not one") }
        try write(CaptionDocument.read(try bytes(), encoding: encoding.flatMap { TextEncoding(named: $0) }, service: service))
    }

    private var service: ClosedCaptionService? { channel.flatMap { ClosedCaptionService(named: $0.uppercased()) } }

    private func list(_ mediaFile: MediaFileTextTracks) {
        if json { FileHandle.standardOutput.write(Data(mediaFile.json.bytes)) } else { print(mediaFile.summary) }
    }

    private func write(_ document: CaptionDocument) throws {
        let failure = failure(document)
        let name = TerminalText.line(file)
        if boxes, failure == nil {
            FileHandle.standardOutput.write(Data(try boxes(of: document).bytes))
        } else if json || to == "json" {
            FileHandle.standardOutput.write(Data(document.json.bytes))
        } else if let to, failure == nil {
            guard let format = CaptionFormat(named: to), let writing = document.write(as: format) else {
                throw Failure.usage("captions cannot be converted to \(to)")
            }
            FileHandle.standardOutput.write(Data(writing.bytes))
            for loss in writing.losses {
                FileHandle.standardError.write(Data("\(name): cue \(loss.line): \(TerminalText.line(loss.message))\n".utf8))
            }
        } else if check {
            for error in document.errors {
                print("\(name):\(error.line): \(error.code.name): \(TerminalText.line(error.message)); \(TerminalText.line(error.remedy))")
            }
        } else if failure == nil {
            print(document.summary)
        }
        if let failure { throw failure }
        if check, !document.errors.isEmpty {
            let count = document.errors.count
            throw Failure.failed("\(name): \(count == 1 ? "1 error" : "\(count) errors")")
        }
    }

    private func bytes() throws -> [UInt8] {
        try Self.bytes(of: file)
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        do {
            return PipedFiles.isPipe(file) ? try PipedFiles.bytes(ofPipe: file) : Array(try StandardStreams.read(file))
        } catch {
            throw Failure.media("cannot read \(TerminalText.line(file)): \(error.localizedDescription)")
        }
    }

    private var frameSize: (width: Double, height: Double)? {
        guard let parts = size?.split(separator: "x"), parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
            (1...100_000).contains(width), (1...100_000).contains(height)
        else { return nil }
        return (width, height)
    }

    private func boxes(of document: CaptionDocument) throws -> JSONTree {
        let sheets = try css.map { [StyleSheet(String(decoding: try Self.bytes(of: $0), as: UTF8.self))] } ?? []
        let styling = CaptionStyling(sheets: document.styleSheets, application: sheets)
        let time = MediaTime(seconds: at ?? 0)
        let frame = frameSize ?? (1, 1)
        var layout = CaptionLayout(width: frame.width, height: frame.height, styling: styling)
        let boxes = layout.boxes(of: document, at: time).map { box in
            box.json(runs: styling.runs(of: document.cues[box.cue], at: time))
        }
        return .record(["time": at, "width": frame.width, "height": frame.height, "boxes": boxes])
    }

    private func failure(_ document: CaptionDocument) -> Failure? {
        guard document.cues.isEmpty,
            let error = document.errors.first(where: { [.signature, .unknownFormat, .markup].contains($0.code) })
        else { return nil }
        return .media("\(TerminalText.line(file)):\(error.line): \(TerminalText.line(error.message)); \(error.remedy)")
    }
}
