// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A time code with a number of frames (SMPTE ST 12-1), as `00:00:01:12`.
///
/// Those that drop frames count real time at rates such as 30000/1001 frames a second; the others count as many frames in each second as
/// their rate says, as their authors' clocks did.
struct FrameTimeCode {
    private var frames: Int64
    private let rate: Int64
    private let dropsFrames: Bool

    /// - Parameters:
    ///   - text: Where a semicolon or a comma parts the frames, numbers are dropped.
    ///   - rate: Frames a second, rounded up.
    ///   - dropsFrames: Whether numbers are dropped in any case.
    init?(_ text: ByteText, rate: Int64 = 30, dropsFrames: Bool = false) {
        var fields: [Int64] = []
        var value: Int64?
        var drops = dropsFrames
        for byte in text {
            if byte.isDigit {
                value = min((value ?? 0) * 10 + Int64(byte - 0x30), 100_000)
            } else if byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
                guard let field = value else { return nil }
                fields.append(field)
                value = nil
                if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") { drops = true }
            } else {
                return nil
            }
        }
        guard let last = value, fields.count == 3, fields[1] < 60, fields[2] < 60, last < 60 else { return nil }
        frames = ((fields[0] * 60 + fields[1]) * 60 + fields[2]) * rate + last
        if drops {
            // Two numbers of each 30 are left out each minute but each tenth.
            let minutes = fields[0] * 60 + fields[1]
            frames -= 2 * (rate / 30) * (minutes - minutes / 10)
        }
        (self.rate, self.dropsFrames) = (rate, drops)
    }

    func time(plus more: Int64 = 0) -> MediaTime {
        let frame = frames + more
        return dropsFrames
            ? MediaTime(value: frame * 1001, timescale: Int32(rate * 1000)) : MediaTime(value: frame, timescale: Int32(rate))
    }
}
