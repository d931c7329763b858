// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

struct ReadCaptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "captions", abstract: "Measure the time to parse captions and to lay out a frame with many of them.")

    @Option(help: "The number of cues in each file.")
    var cues = 50_000

    @Option(help: "The number of runs; the median is reported.")
    var runs = 5

    @Option(help: "Only write the WebVTT file to this path, for other programs; - for standard output.")
    var write: String?

    @Flag(help: "Print JSON: vtt, srt and layout, in seconds; cues.")
    var json = false

    func run() throws {
        let count = min(max(cues, 1), 10_000_000)
        let webVTT = Self.webVTT(count)
        if let write {
            return try StandardStreams.write(Data(webVTT), to: write)
        }
        let vtt = try median { try read(webVTT, count) }
        let subRip = Self.subRip(count)
        let srt = try median { try read(subRip, count) }
        let busy = CaptionDocument.read(Self.busy)
        let layout = median {
            var layout = CaptionLayout(width: 1920, height: 1080, styling: CaptionStyling(sheets: busy.styleSheets))
            let began = MonotonicClock.now
            let boxes = layout.boxes(of: busy, at: .zero)
            return withExtendedLifetime(boxes) { MonotonicClock.now - began }
        }
        if json {
            print("{\"vtt\": \(vtt), \"srt\": \(srt), \"layout\": \(layout), \"cues\": \(count)}")
        } else {
            print(
                String(
                    format: "%d cues: WebVTT read in %.1f ms, SubRip in %.1f ms; a frame of %d cues laid out in %.3f ms", count, vtt * 1000,
                    srt * 1000, busy.cues.count, layout * 1000))
        }
    }

    private func median(_ body: () throws -> Double) rethrows -> Double {
        let times = try (0..<max(runs, 1)).map { _ in try body() }.sorted()
        return times[times.count / 2]
    }

    private func read(_ bytes: [UInt8], _ count: Int) throws -> Double {
        let began = MonotonicClock.now
        let document = CaptionDocument.read(bytes)
        // Keeps the document alive, so that freeing it is not measured.
        return try withExtendedLifetime(document) {
            let time = MonotonicClock.now - began
            guard document.cues.count == count else { throw Failure.failed("parsing lost cues of the generated file") }
            return time
        }
    }

    private static func time(_ milliseconds: Int, _ separator: String) -> String {
        String(
            format: "%02d:%02d:%02d%@%03d", milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60, separator,
            milliseconds % 1000)
    }

    /// A WebVTT file with two-line cues, settings, voices, tags and references.
    private static func webVTT(_ count: Int) -> [UInt8] {
        // No style sheet: FFmpeg 5 reads no cues after one, and would seem fast.
        var text = "WEBVTT\n\n"
        for index in 0..<count {
            let start = index * 2000
            text += "\(index + 1)\n\(time(start, ".")) --> \(time(start + 1900, ".")) line:-2 align:start\n"
            text += "<v Anna>Number <b>\(index)</b> &amp; <c.loud>more</c></v>\nand a second line of it\n\n"
        }
        return Array(text.utf8)
    }

    private static func subRip(_ count: Int) -> [UInt8] {
        var text = ""
        for index in 0..<count {
            let start = index * 2000
            text += "\(index + 1)\n\(time(start, ",")) --> \(time(start + 1900, ","))\n"
            text += "Number <i>\(index)</i> and more\nand a second line of it\n\n"
        }
        return Array(text.utf8)
    }

    /// More cues at once than anyone can read: placed by percentages, by lines, and in a region.
    private static var busy: [UInt8] {
        let times = "00:00.000 --> 00:10.000"
        var text = "WEBVTT\n\nREGION\nid:r\nlines:4\nscroll:up\n\n"
        for index in 0..<12 {
            text += "\(times) line:\(index * 8)% position:\(index * 7)% size:40%\n<v A>Some <b>words</b> of cue \(index)\nin two lines\n\n"
        }
        for index in 0..<8 { text += "\(times)\nOne that is snapped to lines, with the number \(index)\n\n" }
        for index in 0..<4 { text += "\(times) region:r\nOne that rolls up in a region, \(index)\n\n" }
        return Array(text.utf8)
    }
}
