// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for captions: however the bytes are split, the cues are the same and bounded, and the written captions can be
// read again. The first byte selects the format.

import Glibc
import WindowboxCaptions
import WindowboxMedia

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCaptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let formats: [CaptionFormat?] = [nil, .webVTT, .subRip, .subStation, .scenarist, .ttml, .ebuSTL, .macCaption]
    let choice = Int(start[0])
    // Usually the format is detected from the bytes; a stated format may be wrong.
    let encodings: [TextEncoding?] = [nil, nil, nil, .shiftJIS, .gb18030, .big5, .eucKR, .utf16LittleEndian]
    let document = CaptionDocument.read(
        bytes, as: formats[choice % formats.count], encoding: encodings[choice / formats.count % encodings.count])
    for cue in document.cues {
        _ = cue.plainText()
        _ = cue.tree.dump
    }
    let styling = CaptionStyling(sheets: document.styleSheets)
    var layout = CaptionLayout(width: 640, height: 360, styling: styling)
    for box in layout.boxes(of: document, at: document.cues.first?.start ?? .zero) {
        precondition(box.frame.width.isFinite && box.frame.y.isFinite, "a box that is nowhere")
        let cue = document.cues[box.cue]
        let length = CaptionLength(fontSize: box.fontSize, pictureHeight: 360)
        let lines = CaptionLine.lines(box.lines, of: styling.runs(of: cue, at: cue.start)) { CaptionLook($0.style, cue: cue.style, length) }
        precondition(lines.count == box.lines.count, "a line is lost")
        let set = lines.map { CaptionBox.SetLine(length: Double($0.text.utf8.count), depth: box.fontSize, isRightToLeft: false) }
        precondition(box.place(set).origins.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "a line that is nowhere")
    }
    let timeline = CueTimeline(document.cues)
    if let first = document.cues.first {
        let shown = timeline.shown(at: first.start).count
        precondition(shown == document.cues.filter { $0.isShown(at: first.start) }.count, "a cue is lost in the timeline")
        _ = timeline.search(first.plainText())
    }
    for format in [CaptionFormat.webVTT, .subRip] {
        guard let writing = document.write(as: format) else { continue }
        let again = CaptionDocument.read(writing.bytes, as: format)
        precondition(again.cues.count == document.cues.count, "writing lost a cue")
    }
    cut(bytes)
    readSamples(bytes)
    return 0
}

/// The bytes as a sample of each kind of text track: cues stay within it, and are not empty.
private func readSamples(_ bytes: [UInt8]) {
    let (start, end) = (MediaTime(value: 5, timescale: 1), MediaTime(value: 9, timescale: 1))
    let header = Array(bytes.prefix(40))
    for coding in TextCoding.allCases {
        for document in [
            CaptionDocument.readSample(bytes, of: coding, start: start, end: end),
            CaptionDocument.readSample(Array(bytes.dropFirst(40)), of: coding, header: header, start: start, end: end),
        ] {
            precondition(document.cues.allSatisfy { $0.start >= start && $0.end <= end }, "a cue lies outside of its sample")
        }
        var reader = TextTrackReader(coding, header: header)
        reader.read(bytes, start: start, end: end)
        reader.read(bytes, start: end, end: end + end)
        for cue in reader.finish().cues { _ = cue.tree.dump }
    }
}

private func cut(_ bytes: [UInt8]) {
    check(WebVTTReader.self, bytes, 3)
    check(SubRipReader.self, bytes, 5)
    check(SubStationReader.self, bytes, 4)
    check(ScenaristReader.self, bytes, 7)
    check(MacCaptionReader.self, bytes, 6)
}

private func check<Reader: CaptionReader>(_ type: Reader.Type, _ bytes: [UInt8], _ size: Int) {
    var whole = Reader(limits: CaptionLimits())
    let cues = whole.read(bytes) + whole.finish()
    var pieces = Reader(limits: CaptionLimits())
    var others: [Cue] = []
    for start in stride(from: 0, to: bytes.count, by: size) { others += pieces.read(Array(bytes[start..<min(start + size, bytes.count)])) }
    others += pieces.finish()
    precondition(cues == others && whole.errors == pieces.errors, "\(type) reads otherwise in pieces")
}
