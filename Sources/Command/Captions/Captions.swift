// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCaptions

struct Captions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read, check and convert captions.",
        discussion: """
            Read are WebVTT, SubRip, SubStation (SSA, ASS), TTML and IMSC, CEA-608 in Scenarist's files, and EBU STL; the format is \
            seen by the file's first bytes.

            As JSON: cues, each with id, start and end in seconds, the id of its region, settings, text (as written in WebVTT and SubRip, \
            plain in other formats) and tree (the nodes that WebVTT makes of the text, one a line, as W3C's tests print them); regions; \
            styles, each a sheet with its rules; errors, each with line (0 is the whole), code and message.

            --to writes the captions to the output, and what the target could not hold to the error output. \
            --check prints nothing but the errors.

            Exit status: 0 it was read, 1 --check found errors in it, 2 wrong usage, 3 nothing of it can be read.
            """)

    @Argument(help: "The file; - is the input.")
    var file: String

    @Option(help: "Write the captions as srt, vtt, ttml or json.")
    var to: String?

    @Flag(help: "Tell what is wrong with the file.")
    var check = false

    @Flag(help: "Write JSON.")
    var json = false

    @Option(help: "The encoding of the text, as IANA names it; without it the bytes tell.")
    var encoding: String?

    func validate() throws {
        if let to, !["srt", "vtt", "ttml", "json"].contains(to) {
            throw ValidationError("--to takes srt, vtt, ttml or json, not \(Printable.line(to))")
        }
        if let encoding, TextEncoding(named: encoding) == nil {
            throw ValidationError(
                "--encoding takes UTF-8, UTF-16LE, UTF-16BE, windows-1250 to windows-1257 or KOI8-R, not \(Printable.line(encoding))")
        }
        if let to, to != "json", json { throw ValidationError("--json and --to \(to) ask for different outputs") }
    }

    func run() throws {
        let document = CaptionDocument.read(try bytes(), encoding: encoding.flatMap { TextEncoding(named: $0) })
        let failure = failure(document)
        let name = Printable.line(file)
        if json || to == "json" {
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
        if file == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw Failure.media("\(Printable.line(file)) cannot be read: \(error.localizedDescription)")
        }
    }

    private func failure(_ document: CaptionDocument) -> Failure? {
        guard document.cues.isEmpty,
            let error = document.errors.first(where: { [.signature, .unknownFormat, .markup].contains($0.code) })
        else { return nil }
        return .media("\(Printable.line(file)):\(error.line): \(Printable.line(error.message)); \(error.cure)")
    }
}
