// SPDX-License-Identifier: Apache-2.0

/// Durations and offsets in VAST and VMAP: HH:MM:SS or HH:MM:SS.mmm (VAST 4.3, 3.8.1).
public enum ClockTime {
    /// - Parameter isStrict: Whether to reject plain seconds, minutes above 59 and shortened forms.
    /// - Returns: Seconds, with millisecond precision; nil if invalid.
    public static func seconds(_ text: String, isStrict: Bool = false) -> Double? {
        let fields = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard fields.count <= 3, fields.count == 3 || !isStrict, let last = fields.last else { return nil }
        let parts = last.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(parts[0]) else { return nil }
        var milliseconds = 0
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].count <= (isStrict ? 3 : 9), let fraction = digits(parts[1].prefix(3)),
                parts[1].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
            else { return nil }
            milliseconds = fraction * [1, 100, 10, 1][min(3, parts[1].count)]
        }
        var total = 0
        for field in fields.dropLast() {
            guard let number = digits(field) else { return nil }
            total = (total + number) * 60
        }
        if isStrict {
            guard fields.allSatisfy({ $0.prefix { $0 != 0x2E }.count == 2 }), whole < 60, total / 60 % 60 == (digits(fields[1]) ?? 60)
            else { return nil }
        }
        return Double((total + whole) * 1000 + milliseconds) / 1000
    }

    /// `HH:MM:SS.mmm`; negative times become zero.
    public static func text(_ seconds: Double) -> String {
        let clamped = seconds.isFinite ? min(max(0, seconds), 3_599_999) : 0
        let milliseconds = Int((clamped * 1000).rounded())
        let whole = milliseconds / 1000
        return "\(padded(whole / 3600, 2)):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2)).\(padded(milliseconds % 1000, 3))"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func digits(_ text: Substring.UTF8View) -> Int? {
        guard !text.isEmpty, text.count <= 9 else { return nil }
        var number = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
