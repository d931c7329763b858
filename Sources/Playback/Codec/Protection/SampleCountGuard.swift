// SPDX-License-Identifier: Apache-2.0

/// Looks for a `senc` box (ISO/IEC 23001-7 section 7.2) that announces more samples than a fragment can have: where samples need no
/// bytes of their own there, FFmpeg allocates something for each before it looks further.
struct SampleCountGuard {
    /// A day of sound in one fragment has four million; of what is encrypted by sample no fragment has a hundredth of that.
    static let mostInFragment: UInt32 = 1 << 17
    /// Half a day of sound.
    static let mostInFile: UInt32 = 1 << 21
    private static let name = UInt64(0x73_65_6E_63)

    /// How many samples are believed.
    var most = Self.mostInFragment
    /// The last twelve bytes: name, version and flags, count.
    private var first: UInt32 = 0
    private var last: UInt64 = 0
    private(set) var isExceeded = false

    mutating func take(_ byte: UInt8) {
        first = first << 8 | UInt32(last >> 56)
        last = last << 8 | UInt64(byte)
        if UInt64(first) == Self.name, UInt32(truncatingIfNeeded: last) > most { isExceeded = true }
    }
    /// What follows isn't the continuation of what came.
    mutating func forget() { (first, last) = (0, 0) }
}
