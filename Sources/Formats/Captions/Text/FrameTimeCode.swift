// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A time code with frames (SMPTE ST 12-1), such as `00:00:01:12`.
///
/// Drop-frame time codes count frames at rates such as 30000/1001 a second and skip numbers, so that they stay near the real time. Others
/// skip none: if their frames are those of NTSC, they fall behind by 3.6 seconds an hour.
struct FrameTimeCode {
    private var frames: Int64
    private let rate: Int64
    private let isNTSC: Bool

    /// - Parameters:
    ///   - text: The time code; a semicolon or comma before the frames marks drop-frame.
    ///   - rate: Frames a second, rounded up.
    ///   - dropsFrames: Whether it is drop-frame in any case.
    ///   - isNTSC: Whether the actual rate is 1000/1001 of the rounded one in any case, as it is with drop-frame.
    init?(_ text: ByteText, rate: Int64 = 30, dropsFrames: Bool = false, isNTSC: Bool = false) {
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
            // Two of every 30 numbers are skipped each minute except each tenth.
            let minutes = fields[0] * 60 + fields[1]
            frames -= 2 * (rate / 30) * (minutes - minutes / 10)
        }
        (self.rate, self.isNTSC) = (rate, isNTSC || drops)
    }

    func time(plus more: Int64 = 0) -> MediaTime {
        let frame = frames + more
        return isNTSC
            ? MediaTime(value: frame * 1001, timescale: Int32(rate * 1000)) : MediaTime(value: frame, timescale: Int32(rate))
    }
}
