// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCaptions
import WindowboxMedia

struct Captions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read, check and convert captions.",
        discussion: """
            Read are WebVTT, SubRip, SubStation (SSA, ASS), TTML and IMSC, CEA-608 in Scenarist's files, CEA-708 and CEA-608 in \
            MacCaption's, and EBU STL; the format is seen by the file's first bytes.

            Of a film (MP4, QuickTime, Matroska, WebM, MPEG-TS) --track N reads a text track: SubRip, SubStation, WebVTT, TTML, 3GPP and \
            QuickTime text, and CEA-608; or a track of pictures: PGS (also a .sup file), VobSub and DVB subtitles, whose cues have an \
            image and no text. Without it the tracks are listed; as JSON: tracks, each with track (from 1), coding, language, \
            name, default, forced and describesSound.

            As JSON: cues, each with id, start and end in seconds, the id of its region, settings, text (as written in WebVTT and SubRip, \
            plain in other formats) and tree (the nodes that WebVTT makes of the text, one a line, as W3C's tests print them); regions; \
            styles, each a sheet with its rules; errors, each with line (0 is the whole), code and message.

            --to writes the captions to the output, and what the target could not hold to the error output. \
            --check prints nothing but the errors.

            --boxes prints, as JSON, where the cues that are shown --at a time lie in a picture of --size: time, width, height and boxes in \
            the order in which they are drawn. Each box has the cue's number (from 0), its frame {x, y, width, height} in pixels from the \
            top left, its lines as they are broken (in vertical text these are columns), fontSize and lineHeight in pixels, align, vertical \
            (rl or lr where lines grow to the left or the right), rightToLeft, layer (higher ones lie over lower ones), and its text in \
            runs, each with text, style and whether it is an annotation (ruby). A box in a region has the region's id, the region's frame \
            as window, and as clip what is seen of the box; a caption that is a picture has an image with its address or its bytes and no \
            lines. Letters are measured by a rule of thumb, half the font's size wide: whoever draws them breaks lines by the font itself.

            Exit status: 0 it was read, 1 --check found errors in it, 2 wrong usage, 3 nothing of it can be read.
            """)

    @Argument(help: "The file; - is the input.", completion: .file())
    var file: String

    @Option(help: "Write the captions as srt, vtt, ttml or json.")
    var to: String?

    @Flag(help: "Tell what is wrong with the file.")
    var check = false

    @Flag(help: "Write JSON.")
    var json = false

    @Option(help: "The encoding of the text, as IANA names it; without it the bytes tell.")
    var encoding: String?

    @Option(help: ArgumentHelp("The text track of a film, counted from 1.", valueName: "number"))
    var track: Int?

    @Option(help: ArgumentHelp("Of closed captions: the channel CC1 to CC4, or the service SERVICE1 to SERVICE63.", valueName: "name"))
    var channel: String?

    @Option(help: "A style sheet of the application, as ::cue rules; it beats the file's.", completion: .file())
    var css: String?

    @Flag(help: "Tell where the cues that are shown --at a time are drawn in a picture of --size, as JSON.")
    var boxes = false

    @Option(help: "A time, in seconds.")
    var at: Double?

    @Option(help: "A picture's width and height in pixels, as 1920x1080.")
    var size: String?

    func validate() throws {
        if boxes {
            guard let at, at.isFinite else { throw ValidationError("--boxes needs --at with a time in seconds") }
            guard pictureSize != nil else { throw ValidationError("--boxes needs --size with a width and a height, as 1920x1080") }
            guard to == nil, !json, !check else { throw ValidationError("--boxes is an output of its own") }
        } else if at != nil || size != nil || css != nil {
            throw ValidationError("--at, --size and --css are for --boxes")
        }
        if let track, track < 1 { throw ValidationError("--track counts from 1") }
        if let channel, service == nil {
            throw ValidationError("--channel takes CC1 to CC4 or SERVICE1 to SERVICE63, not \(Printable.line(channel))")
        }
        if let to, !["srt", "vtt", "ttml", "json"].contains(to) {
            throw ValidationError("--to takes srt, vtt, ttml or json, not \(Printable.line(to))")
        }
        if let encoding, TextEncoding(named: encoding) == nil {
            throw ValidationError(
                "--encoding takes UTF-8, UTF-16LE, UTF-16BE, windows-874, windows-1250 to windows-1257, KOI8-R, IBM866, ISO-8859-2, Shift_JIS, EUC-JP, "
                    + "EUC-KR, GB18030 or Big5, not \(Printable.line(encoding))")
        }
        if let to, to != "json", json { throw ValidationError("--json and --to \(to) ask for different outputs") }
    }

    func run() throws {
        if let film = try film() {
            if track == nil, to == nil, !boxes, !check { return list(film) }
            return try write(try film.document(of: track, service: service))
        }
        guard track == nil else { throw Failure.usage("--track is for films, and \(Printable.line(file)) is none") }
        try write(CaptionDocument.read(try bytes(), encoding: encoding.flatMap { TextEncoding(named: $0) }, service: service))
    }

    private var service: ClosedCaptionService? { channel.flatMap { ClosedCaptionService(named: $0.uppercased()) } }

    /// nil for a file that is no film.
    private func film() throws -> FilmText? {
        guard file != "-", !PipedFiles.isPipe(file), let handle = FileHandle(forReadingAtPath: file) else { return nil }
        defer { try? handle.close() }
        let head = (try? handle.read(upToCount: FilmText.headLength)).flatMap { $0 } ?? Data()
        return FilmText.isFilm(Array(head)) ? try FilmText(FilmInput(file), name: file) : nil
    }

    private func list(_ film: FilmText) {
        if json { FileHandle.standardOutput.write(Data(film.json.bytes)) } else { print(film.summary) }
    }

    private func write(_ document: CaptionDocument) throws {
        let failure = failure(document)
        let name = Printable.line(file)
        if boxes, failure == nil {
            FileHandle.standardOutput.write(Data(try boxes(of: document).bytes))
        } else if json || to == "json" {
            FileHandle.standardOutput.write(Data(document.json.bytes))
        } else if let to, failure == nil {
            guard let format = CaptionFormat(named: to), let writing = document.write(as: format) else {
                throw Failure.usage("there is no writer for \(to)")
            }
            FileHandle.standardOutput.write(Data(writing.bytes))
            for loss in writing.losses {
                FileHandle.standardError.write(Data("\(name): cue \(loss.line): \(Printable.line(loss.message))\n".utf8))
            }
        } else if check {
            for error in document.errors {
                print("\(name):\(error.line): \(error.code.name): \(Printable.line(error.message)); \(Printable.line(error.cure))")
            }
        } else if failure == nil {
            print(document.summary)
        }
        if let failure { throw failure }
        if check, !document.errors.isEmpty {
            let count = document.errors.count
            throw Failure.failed("\(name): \(count == 1 ? "one error" : "\(count) errors")")
        }
    }

    private func bytes() throws -> [UInt8] {
        file == "-" ? Array(FileHandle.standardInput.readDataToEndOfFile()) : try Self.bytes(of: file)
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        do {
            return PipedFiles.isPipe(file) ? try PipedFiles.bytes(ofPipe: file) : Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw Failure.media("\(Printable.line(file)) cannot be read: \(error.localizedDescription)")
        }
    }

    private var pictureSize: (width: Double, height: Double)? {
        guard let parts = size?.split(separator: "x"), parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
            (1...100_000).contains(width), (1...100_000).contains(height)
        else { return nil }
        return (width, height)
    }

    private func boxes(of document: CaptionDocument) throws -> JSONTree {
        let sheets = try css.map { [StyleSheet(String(decoding: try Self.bytes(of: $0), as: UTF8.self))] } ?? []
        let styling = CaptionStyling(sheets: document.styleSheets, application: sheets)
        let time = MediaTime(seconds: at ?? 0)
        let picture = pictureSize ?? (1, 1)
        var layout = CaptionLayout(width: picture.width, height: picture.height, styling: styling)
        let boxes = layout.boxes(of: document, at: time).map { box in
            box.json(runs: styling.runs(of: document.cues[box.cue], at: time))
        }
        return .record(["time": at, "width": picture.width, "height": picture.height, "boxes": boxes])
    }

    private func failure(_ document: CaptionDocument) -> Failure? {
        guard document.cues.isEmpty,
            let error = document.errors.first(where: { [.signature, .unknownFormat, .markup].contains($0.code) })
        else { return nil }
        return .media("\(Printable.line(file)):\(error.line): \(Printable.line(error.message)); \(error.cure)")
    }
}
