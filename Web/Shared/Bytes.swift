// SPDX-License-Identifier: Apache-2.0

// Copies of bytes as one instruction. Embedded Swift compiles those of the standard library to a loop over the bytes, which takes longer than
// all that is decided about a segment. The compiler prefers these to the generic ones of the same names.

/// Fewer bytes than these are appended one by one, which is faster than a call.
private let few = 256

private func copy(_ bytes: UnsafeRawBufferPointer, to place: UnsafeMutableRawPointer?) {
    guard let from = bytes.baseAddress, let place, bytes.count > 0 else { return }
    place.copyMemory(from: from, byteCount: bytes.count)
}

extension [UInt8] {
    /// - Parameter spare: bytes for which there is room behind both.
    @inline(never)
    private init(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, spare: Int) {
        let count = first.count + second.count
        self.init(unsafeUninitializedCapacity: count + spare) { buffer, initialized in
            let place = UnsafeMutableRawPointer(buffer.baseAddress)
            copy(first, to: place)
            copy(second, to: place?.advanced(by: first.count))
            initialized = count
        }
    }

    init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, UnsafeRawBufferPointer(start: nil, count: 0), spare: 0) }

    init(_ slice: ArraySlice<UInt8>) { self = slice.withUnsafeBytes { [UInt8]($0) } }

    mutating func append(contentsOf more: [UInt8]) { more.withUnsafeBytes { append(raw: $0) } }

    mutating func append(contentsOf more: ArraySlice<UInt8>) { more.withUnsafeBytes { append(raw: $0) } }

    @inline(never)
    private mutating func append(raw more: UnsafeRawBufferPointer) {
        guard more.count >= few else {
            for byte in more { append(byte) }
            return
        }
        guard more.count <= capacity - count else {
            // By a half at a time, so that each byte is moved a few times at most, however many are appended.
            self = withUnsafeBytes { [UInt8]($0, more, spare: $0.count / 2 + few) }
            return
        }
        append(addingCapacity: more.count) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                copy(more, to: UnsafeMutableRawPointer(buffer.baseAddress)?.advanced(by: count))
                count += more.count
            }
        }
    }

    mutating func removeFirst(_ count: Int) {
        let rest = self.count - count
        withUnsafeMutableBytes { bytes in
            guard rest > 0, count > 0, let base = bytes.baseAddress else { return }
            base.copyMemory(from: base + count, byteCount: rest)
        }
        removeLast(count)
    }

    static func + (left: [UInt8], right: [UInt8]) -> [UInt8] {
        left.withUnsafeBytes { left in right.withUnsafeBytes { [UInt8](left, $0, spare: 0) } }
    }

    static func += (left: inout [UInt8], right: [UInt8]) { left.append(contentsOf: right) }
}
