// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for XML: read leniently and strictly, within the limits; the round trip gives the same document.

import Glibc
import WindowboxXML

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkup(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let limits = MarkupLimits(depth: 40, elements: 2000, attributes: 50, problems: 10)
    let lenient = try? MarkupDocument.read(bytes, keepsBlankText: start[0] & 1 == 0, limits: limits)
    let strict = try? MarkupDocument.read(bytes, mode: .strict, keepsBlankText: start[0] & 1 == 0, limits: limits)
    if let strict {
        precondition(lenient == strict, "what is well-formed was read otherwise when lenient")
        if !bytes.contains(0) {
            // A document with a processing instruction is not plain, so libxml2 reads it.
            let other = try? MarkupDocument.read(
                bytes + Array("<?p?>".utf8), mode: .strict, keepsBlankText: start[0] & 1 == 0, limits: limits)
            precondition(other == strict, "a plain document was read otherwise than by libxml2")
        }
        var available = 2000
        check(strict.root, depth: 40, available: &available)
        // Written without declarations, so prefixes are undeclared now and `xmlns` is the only thing that may differ.
        let again = try? MarkupDocument.read(Array(strict.root.markup.utf8), keepsBlankText: true, limits: limits)
        precondition(again?.root.allText.utf8.count == strict.root.allText.utf8.count, "writing and reading gave other text")
    }
    if let lenient {
        var available = 2000
        check(lenient.root, depth: 40, available: &available)
        precondition(lenient.problems.count <= 10, "more problems than wanted")
    }
    return 0
}

private func check(_ element: MarkupElement, depth: Int, available: inout Int) {
    available -= 1
    precondition(depth > 0 && available >= 0 && element.attributes.count <= 50, "a limit was passed")
    for child in element.children { check(child, depth: depth - 1, available: &available) }
}
