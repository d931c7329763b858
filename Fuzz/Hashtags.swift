// SPDX-License-Identifier: Apache-2.0

// Hashtag expressions: any bytes give an expression or an error position inside them; parsing a printed expression gives the same one.
// With: Fuzz/StandIns/Input.swift

import Glibc
import WindowboxHashtags

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHashtags(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let isStrict = input.below(2) == 1
    let bytes = input.all()
    do {
        let filter = try HashtagFilter(parsing: bytes, isStrict: isStrict)
        precondition(filter.tags.count <= 256 && filter.tags.allSatisfy { HashtagFilter.normalized(tag: "#" + $0) == $0 })
        // Composed letters may take more bytes than in the input.
        let limits = HashtagFilter.Limits(bytes: .max)
        precondition(
            (try? HashtagFilter(parsing: filter.description, isStrict: isStrict, limits: limits)) == filter, "print loses something")
    } catch { precondition((0...bytes.count).contains(error.offset), "a place outside") }
    return 0
}
