// SPDX-License-Identifier: Apache-2.0

/// An arbitrary-precision natural number, for decimals that 64 bits cannot round correctly.
struct BigNumber {
    // Least significant first, without zeros at the end.
    private var limbs: [UInt32]

    init(_ value: UInt64) {
        limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
        trim()
    }

    var isZero: Bool { limbs.isEmpty }

    private mutating func trim() {
        while limbs.last == 0 { limbs.removeLast() }
    }

    mutating func multiply(by factor: UInt32) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = UInt64(limbs[index]) * UInt64(factor) + carry
            limbs[index] = UInt32(truncatingIfNeeded: product)
            carry = product >> 32
        }
        if carry > 0 { limbs.append(UInt32(carry)) }
    }

    /// Divides in place and returns the remainder.
    mutating func divide(by divisor: UInt32) -> UInt32 {
        var remainder: UInt64 = 0
        for index in limbs.indices.reversed() {
            let part = remainder << 32 | UInt64(limbs[index])
            limbs[index] = UInt32(part / UInt64(divisor))
            remainder = part % UInt64(divisor)
        }
        trim()
        return UInt32(remainder)
    }

    mutating func shiftLeft(_ bits: Int) {
        guard !isZero else { return }
        let small = UInt32(bits % 32)
        if small > 0 { multiply(by: 1 << small) }
        limbs.insert(contentsOf: [UInt32](repeating: 0, count: bits / 32), at: 0)
    }

    private var bitCount: Int { limbs.isEmpty ? 0 : limbs.count * 32 - limbs[limbs.count - 1].leadingZeroBitCount }

    private func bit(_ index: Int) -> Bool { limbs[index / 32] >> UInt32(index % 32) & 1 == 1 }

    /// The nearest double, ties to even; `isInexact` means that the number is really slightly larger.
    func double(times2To exponent: Int, isInexact: Bool) -> Double {
        let count = bitCount
        var top: UInt64 = 0
        for index in stride(from: count - 1, through: Swift.max(0, count - 64), by: -1) { top = top << 1 | (bit(index) ? 1 : 0) }
        var rest = isInexact
        if count > 64 { for index in 0..<(count - 64) where bit(index) { rest = true } }
        var scale = exponent + Swift.max(0, count - 64)
        if count > 53 {
            let drop = UInt64(Swift.min(count, 64) - 53)
            let low = top & (1 << drop - 1)
            let half: UInt64 = 1 << (drop - 1)
            top >>= drop
            scale += Int(drop)
            if low > half || (low == half && (rest || top & 1 == 1)) { top += 1 }
        }
        return Double(sign: .plus, exponent: scale, significand: Double(top))
    }

    /// Digits from the most significant; `[0]` for zero.
    var decimalDigits: [UInt8] {
        if isZero { return [0] }
        var copy = self
        var digits: [UInt8] = []
        while !copy.isZero { digits.append(UInt8(copy.divide(by: 10))) }
        return digits.reversed()
    }

    mutating func keepLow(bits: Int) { _ = takeHigh(above: bits) }

    /// Removes the bits from `position` up and returns them as a small number.
    mutating func takeHigh(above position: Int) -> UInt8 {
        var high: UInt8 = 0
        for index in stride(from: bitCount - 1, through: position, by: -1) where index >= position {
            let isSet = bit(index)
            high = high << 1 | (isSet ? 1 : 0)
            if isSet { limbs[index / 32] &= ~(1 << UInt32(index % 32)) }
        }
        trim()
        return high
    }
}
