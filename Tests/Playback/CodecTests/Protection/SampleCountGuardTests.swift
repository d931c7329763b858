// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("Encrypted samples beyond any number")
struct SampleCountGuardTests {
    private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let size = UInt32(8 + body.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(kind.utf8) + body
    }

    private func isAbsurd(_ bytes: [UInt8], in portions: Int) -> Bool {
        var walker = BoxWalker(keeping: [])
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(portions).withUnsafeBytes { _ = walker.take($0) }
            rest = rest.dropFirst(portions)
        }
        return walker.isAbsurd
    }

    private let many: [UInt8] = [0, 0, 0, 0, 2, 0, 0, 0]
    private let few: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 96]

    @Test("are seen wherever the box lies, in whatever portions it comes", arguments: [1, 3, 7, 1000])
    func seen(portions: Int) {
        #expect(isAbsurd(box("moof", box("traf", box("senc", many))), in: portions))
        #expect(isAbsurd(box("free", [1, 2, 3]) + box("senc", many), in: portions))
        #expect(!isAbsurd(box("moof", box("traf", box("senc", few))), in: portions))
    }

    @Test("are no matter in the media themselves", arguments: [1, 1000])
    func media(portions: Int) {
        #expect(!isAbsurd(box("mdat", box("senc", many)) + box("moof", box("senc", few)), in: portions))
    }
}
