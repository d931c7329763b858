// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension SampleDecryptor {
    /// Decrypts an H.264 access unit in byte stream format.
    ///
    /// Slices (NAL unit types 1 and 5) of more than 48 bytes are encrypted: after 32 clear bytes, one block out of ten, as long as more
    /// than one block is left. The emulation prevention bytes of the encrypted data are removed first; those of the clear data were
    /// encrypted with it and reappear after decryption (MPEG-2 Stream Encryption Format for HTTP Live Streaming, "Video Elementary
    /// Stream").
    public func decryptVideo(_ accessUnit: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(accessUnit.count)
        var copied = 0
        for unit in nalUnits(accessUnit) {
            guard let first = accessUnit[unit].first, [1, 5].contains(first & 0x1F), unit.count > 48 else { continue }
            output += accessUnit[copied..<unit.lowerBound]
            output += decryptSlice(EmulationPrevention.removed(from: accessUnit[unit]))
            copied = unit.upperBound
        }
        return output + accessUnit[copied...]
    }

    private func decryptSlice(_ slice: [UInt8]) -> [UInt8] {
        var starts: [Int] = []
        var position = 32
        while slice.count - position > 16 {
            starts.append(position)
            position += 160
        }
        var gathered: [UInt8] = []
        gathered.reserveCapacity(starts.count * 16)
        for start in starts { gathered += slice[start..<(start + 16)] }
        var chain = chain
        let plain = chain.decrypt(gathered)
        var slice = slice
        for (index, start) in starts.enumerated() {
            slice.replaceSubrange(start..<(start + 16), with: plain[(index * 16)..<(index * 16 + 16)])
        }
        return slice
    }
}

/// The NAL units of a byte stream, without start codes and trailing zeros (H.264 annex B).
func nalUnits(_ bytes: [UInt8]) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var start: Int?
    var index = 0
    while index + 2 < bytes.count {
        guard bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 else {
            index += bytes[index + 2] > 1 ? 3 : 1
            continue
        }
        if let start { units.append(trimmed(start..<index, in: bytes)) }
        start = index + 3
        index += 3
    }
    if let start { units.append(trimmed(start..<bytes.count, in: bytes)) }
    return units
}

private func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0 { end -= 1 }
    return range.lowerBound..<end
}
