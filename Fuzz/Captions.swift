// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for captions: whatever the bytes are and however they are cut, the cues are the same, bounded, and what is
// written of them can be read again. The first byte chooses the format.

import Glibc
import WindowboxCaptions
import WindowboxMedia

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCaptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let formats: [CaptionFormat?] = [nil, .webVTT, .subRip, .subStation, .scenarist, .ttml, .ebuSTL]
    let document = CaptionDocument.read(bytes, as: formats[Int(start[0]) % formats.count])
    for cue in document.cues {
        _ = cue.plainText()
        _ = cue.tree.dump
    }
    var layout = CaptionLayout(width: 640, height: 360, styling: CaptionStyling(sheets: document.styleSheets))
    for box in layout.boxes(of: document, at: document.cues.first?.start ?? .zero) {
        precondition(box.frame.width.isFinite && box.frame.y.isFinite, "a box that is nowhere")
    }
    for format in [CaptionFormat.webVTT, .subRip] {
        guard let writing = document.write(as: format) else { continue }
        let again = CaptionDocument.read(writing.bytes, as: format)
        precondition(again.cues.count == document.cues.count, "writing lost a cue")
    }
    cut(bytes)
    return 0
}

private func cut(_ bytes: [UInt8]) {
    var whole = WebVTTReader()
    var cues = whole.read(bytes)
    cues += whole.finish()
    var pieces = WebVTTReader()
    var others: [Cue] = []
    for start in stride(from: 0, to: bytes.count, by: 3) { others += pieces.read(Array(bytes[start..<min(start + 3, bytes.count)])) }
    others += pieces.finish()
    precondition(cues == others && whole.errors == pieces.errors, "WebVTT reads otherwise in pieces")
    var subRip = SubRipReader()
    var first = subRip.read(bytes)
    first += subRip.finish()
    var subRipPieces = SubRipReader()
    var second: [Cue] = []
    for start in stride(from: 0, to: bytes.count, by: 5) { second += subRipPieces.read(Array(bytes[start..<min(start + 5, bytes.count)])) }
    second += subRipPieces.finish()
    precondition(first == second && subRip.errors == subRipPieces.errors, "SubRip reads otherwise in pieces")
}
