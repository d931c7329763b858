// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import windowbox

@Suite struct JSONTreeTests {
    @Test func `Any text survives a round trip`() throws {
        let text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init))) + "\"\\/😀"
        let read = try JSONSerialization.jsonObject(with: Data(JSONTree.record([text: text]).bytes)) as? [String: String]
        #expect(read == [text: text])
    }

    @Test func `Numbers keep all their digits`() {
        #expect(written([UInt64.max].json) == "[18446744073709551615]\n")
        #expect(written([6, 6.006, 0.1, -2.5, 1e21, Double.nan, .infinity].json) == "[6, 6.006, 0.1, -2.5, 1e+21, null, null]\n")
        #expect(written([Int.min].json) == "[-9223372036854775808]\n")
    }

    @Test func `Members keep their order, and plain values share a line`() {
        let tree = JSONTree.record(["b": 1, "a": [JSONTree.record(["z": true, "y": String?.none, "x": [Int]()])], "c": [[1, 2], []]])
        #expect(
            written(tree) == """
                {
                  "b": 1,
                  "a": [
                    {"z": true, "y": null, "x": []}
                  ],
                  "c": [
                    [1, 2],
                    []
                  ]
                }

                """)
    }

    private func written(_ tree: JSONTree) -> String { String(decoding: tree.bytes, as: UTF8.self) }
}
