// SPDX-License-Identifier: Apache-2.0

/// Looks for a `senc` box (ISO/IEC 23001-7 section 7.2) that announces more samples than a fragment can have: where samples need no
/// bytes of their own there, FFmpeg allocates something for each before it looks further.
struct SampleCountGuard {
    /// A day of sound in one fragment has four million; of what is encrypted by sample no fragment has a hundredth of that.
    private static let most: UInt32 = 1 << 17
    private static let name = UInt64(0x73_65_6E_63)

    /// The last twelve bytes: name, version and flags, count.
    private var first: UInt32 = 0
    private var last: UInt64 = 0
    private(set) var isExceeded = false

    mutating func take(_ byte: UInt8) {
        first = first << 8 | UInt32(last >> 56)
        last = last << 8 | UInt64(byte)
        if UInt64(first) == Self.name, UInt32(truncatingIfNeeded: last) > Self.most { isExceeded = true }
    }
}
