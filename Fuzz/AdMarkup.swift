// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for ads and splices. The first byte selects what is tested: documents read leniently and strictly, the round
// trip of sections, macros in addresses.

import Glibc
import WindowboxAdMarkup

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAdMarkup(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 4 {
    case 0: document(bytes)
    case 1: section(bytes)
    case 2: if let bytes = SpliceText.bytes(String(decoding: bytes, as: UTF8.self)) { section(bytes) }
    default: address(String(decoding: bytes, as: UTF8.self))
    }
    return 0
}

private func document(_ bytes: [UInt8]) {
    let lenient = try? AdMarkup.read(bytes)
    let strict = try? AdMarkup.read(bytes, mode: .strict)
    if case .vast(let document) = strict, case .vast(let other) = lenient {
        precondition(document.ads.count == other.ads.count, "strict and lenient reading differ")
        precondition(document.problems.isEmpty, "a strict reading has problems")
    }
    precondition(strict == nil || lenient != nil, "what is allowed was not read leniently")
    guard case .vast(let document) = lenient else { return }
    precondition(document.pod.count + document.standAlone.count <= document.ads.count, "an ad is in two places")
    for ad in document.ads {
        for linear in ad.creatives.compactMap(\.linear) {
            precondition(linear.duration.map { $0 >= 0 && $0.isFinite } ?? true, "no duration")
        }
    }
}

private func section(_ bytes: [UInt8]) {
    guard let reading = try? SpliceInfo.read(bytes) else { return }
    for segmentation in reading.info.segmentations { precondition(segmentation.upid.text.utf8.count <= 4000, "a name without end") }
    guard let written = try? reading.info.write() else { return }
    // An unreadable descriptor is kept unchanged, so it is still unreadable after writing.
    guard let again = try? SpliceInfo.read(written, isStrict: reading.problems.isEmpty) else {
        preconditionFailure("what was written can't be read")
    }
    precondition(again.info == reading.info, "writing and reading gave another section")
}

private func address(_ text: String) {
    let values = AdMacroValues(["ERRORCODE": .number(900), "CONTENTURI": .text("a,b"), "IFA": .withheld])
    let filled = values.fill(text)
    precondition(!filled.contains("[ERRORCODE]"), "a macro was left")
    if !text.utf8.contains(0x5B), !text.utf8.contains(0x25), !text.utf8.contains(0x7B) {
        precondition(filled == text, "plain text changed")
    }
}
