// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxTransport

@Suite("Bytes between network and reader")
struct TransferBufferTests {
    private func append(_ bytes: [UInt8], to buffer: inout TransferBuffer, expected: Int? = nil) {
        bytes.withUnsafeBytes { buffer.append($0, expected: expected) }
    }

    @Test("Bytes come out as they went in, however they were cut", arguments: [1, 7, 16 << 10, 100_000, 1 << 20], [nil, 500_000])
    func order(step: Int, expected: Int?) {
        let content = sampleBytes(500_000)
        var buffer = TransferBuffer(highMark: .max)
        var read: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: step) {
            append(Array(content[start..<min(content.count, start + step)]), to: &buffer, expected: expected.map { $0 - start })
            if start.isMultiple(of: 3), let chunk = buffer.popFirst() { read.append(chunk) }
        }
        while let chunk = buffer.popFirst() { read.append(chunk) }
        #expect(read == content)
        #expect(buffer.bytes == 0)
    }

    @Test("What was read doesn't change when more arrives")
    func sharing() {
        var buffer = TransferBuffer(highMark: 10)
        append([1, 2, 3], to: &buffer)
        let first = buffer.popFirst()
        append([4, 5], to: &buffer)
        let second = buffer.popFirst()
        #expect(first.map { Array($0) } == [1, 2, 3])
        #expect(second.map { Array($0) } == [4, 5])
        #expect(buffer.popFirst() == nil)
    }

    @Test("It is full at its mark, and has room at half of it")
    func marks() {
        var buffer = TransferBuffer(highMark: 10)
        append([1, 2, 3, 4, 5], to: &buffer, expected: 5)
        #expect(!buffer.isFull)
        append([6, 7, 8, 9, 10], to: &buffer, expected: 5)
        #expect(buffer.isFull)
        #expect(!buffer.hasCapacity)
        _ = buffer.popFirst()
        #expect(buffer.hasCapacity)
    }

    @Test("Wrong expectations do no harm", arguments: [Int.min, -1, 0, 1, .max])
    func expectations(expected: Int) {
        var buffer = TransferBuffer(highMark: 10)
        append(sampleBytes(1000), to: &buffer, expected: expected)
        #expect(buffer.popFirst().map { $0.count } ?? 0 > 0)
    }
}
