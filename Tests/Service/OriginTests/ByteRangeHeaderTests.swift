// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxOrigin

@Suite("Range header fields, by RFC 9110 14")
struct ByteRangeHeaderTests {
    struct Case: Sendable { var field: String; var length = 1000; var answer: ByteRangeHeader.Answer? }

    @Test(
        "Each range field gets its response",
        arguments: [
            Case(field: "bytes=0-499", answer: .part(0..<500)),
            Case(field: "bytes=500-999", answer: .part(500..<1000)),
            Case(field: "bytes=500-", answer: .part(500..<1000)),
            Case(field: "bytes=-500", answer: .part(500..<1000)),
            Case(field: "bytes=-5000", answer: .part(0..<1000)),
            Case(field: "bytes=0-0", answer: .part(0..<1)),
            Case(field: "bytes=999-999", answer: .part(999..<1000)),
            Case(field: "bytes=999-5000", answer: .part(999..<1000)),
            Case(field: "bytes=0-99999999999999999999999", answer: .part(0..<1000)),
            Case(field: "BYTES=1-2", answer: .part(1..<3)),
            Case(field: "bytes= 1-2", answer: .part(1..<3)),
            Case(field: "bytes=1000-", answer: .unsatisfiable),
            Case(field: "bytes=1000-2000", answer: .unsatisfiable),
            Case(field: "bytes=99999999999999999999999-", answer: .unsatisfiable),
            Case(field: "bytes=-0", answer: .unsatisfiable),
            Case(field: "bytes=0-", length: 0, answer: .unsatisfiable),
            Case(field: "bytes=-1", length: 0, answer: .unsatisfiable),
            Case(field: "bytes=0-1,5-6", answer: .whole),
            Case(field: "bytes=2-1", answer: nil),
            Case(field: "bytes=", answer: nil),
            Case(field: "bytes=-", answer: nil),
            Case(field: "bytes=a-b", answer: nil),
            Case(field: "bytes=1-2-3", answer: nil),
            Case(field: "bytes=+1-2", answer: nil),
            Case(field: "bytes", answer: nil),
            Case(field: "items=0-1", answer: nil),
            Case(field: "", answer: nil),
        ])
    func table(_ example: Case) {
        #expect(ByteRangeHeader(example.field)?.answer(length: example.length) == example.answer, "\(example.field)")
    }
}
