// SPDX-License-Identifier: Apache-2.0

/// Detects a `senc` box (ISO/IEC 23001-7 section 7.2) that announces more samples than a fragment can have. FFmpeg allocates memory for
/// each before it checks for their data.
struct SampleCountGuard {
    /// A day of audio in one fragment has four million samples. No encrypted fragment has a hundredth of that.
    static let maximumInFragment: UInt32 = 1 << 17
    /// Half a day of audio.
    static let maxInFile: UInt32 = 1 << 21
    private static let name = UInt64(0x73_65_6E_63)

    /// The largest plausible number of samples.
    var limit = Self.maximumInFragment
    /// The last twelve bytes: name, version and flags, count.
    private var first: UInt32 = 0
    private var last: UInt64 = 0
    private(set) var isExceeded = false

    mutating func add(_ byte: UInt8) {
        first = first << 8 | UInt32(last >> 56)
        last = last << 8 | UInt64(byte)
        if UInt64(first) == Self.name, UInt32(truncatingIfNeeded: last) > limit { isExceeded = true }
    }
    /// The next bytes don't continue the previous ones.
    mutating func forget() { (first, last) = (0, 0) }
}
