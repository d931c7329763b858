// SPDX-License-Identifier: Apache-2.0

/// The emulation prevention bytes of NAL units, which keep start codes out of their payload: the 3 of every 0, 0, 3 (H.264 7.4.1, H.265
/// 7.4.2).
package enum EmulationPrevention {
    /// The bytes of a NAL unit, or of a part of one, without emulation prevention bytes.
    package static func removed(from unit: ByteText) -> [UInt8] {
        guard var found = next(in: unit, from: 2) else { return [UInt8](unit) }
        return [UInt8](unsafeUninitializedCapacity: unit.count) { output, count in
            var copied = 0
            func copy(upTo end: Int) {
                let part = unit.slice(copied, end)
                guard let source = part.baseAddress, let target = output.baseAddress else { return }
                (target + count).update(from: source, count: part.count)
                count += part.count
            }
            while true {
                copy(upTo: found)
                copied = found + 1
                // The two zeros before the next one come after this one.
                guard let following = next(in: unit, from: found + 3) else { break }
                found = following
            }
            copy(upTo: unit.count)
        }
    }

    package static func removed(from unit: [UInt8]) -> [UInt8] { unit.withUnsafeBufferPointer { removed(from: $0) } }

    package static func removed(from unit: ArraySlice<UInt8>) -> [UInt8] { unit.withUnsafeBufferPointer { removed(from: $0) } }

    /// The position of the next emulation prevention byte.
    /// - Parameter start: the first position at which it can be, at least 2.
    private static func next(in unit: ByteText, from start: Int) -> Int? {
        var index = start
        while index < unit.count {
            let byte = unit[index]
            if byte == 3, unit[index - 1] == 0, unit[index - 2] == 0 { return index }
            // Unless this byte is a zero, no other of the next two can end the sequence.
            index += byte == 0 ? 1 : 3
        }
        return nil
    }
}
