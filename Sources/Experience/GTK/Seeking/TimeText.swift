// SPDX-License-Identifier: Apache-2.0

/// Formats times for display and for screen readers. Fractions of a second are truncated.
public enum TimeText {
    /// `1:05`, `1:01:05`, `−0:30`; a dash if the value is not a valid time.
    public static func clock(_ seconds: Double) -> String {
        guard let parts = Parts(seconds) else { return "–" }
        let minutes = parts.hours > 0 ? "\(parts.hours):" + padded(parts.minutes) : "\(parts.minutes)"
        return (parts.isNegative ? "−" : "") + minutes + ":" + padded(parts.seconds)
    }

    /// Parses a time entered by the user: `90`, `1:30`, `1:02:03.5`.
    /// - Returns: seconds; nil if the text is not a time.
    public static func seconds(ofClock text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0.isWhitespace) }
                ? Double(String(part.filter { !$0.isWhitespace })) : nil
        }
        guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
        return seconds < 1e9 ? seconds : nil
    }

    /// `1 hour 1 minute 5 seconds`.
    static func spoken(_ seconds: Double) -> String {
        guard let parts = Parts(seconds) else { return translated("unknown", context: "time") }
        var words: [String] = []
        if parts.hours > 0 { words.append(translated("{count} hour", plural: "{count} hours", count: parts.hours)) }
        if parts.minutes > 0 { words.append(translated("{count} minute", plural: "{count} minutes", count: parts.minutes)) }
        if parts.seconds > 0 || words.isEmpty {
            words.append(translated("{count} second", plural: "{count} seconds", count: parts.seconds))
        }
        let time = words.joined(separator: " ")
        return parts.isNegative ? translated("minus {time}", ["time": time]) : time
    }

    /// `5 seconds of 1 hour`.
    static func spoken(_ position: Double, of duration: Double) -> String {
        translated("{position} of {duration}", ["position": spoken(position), "duration": spoken(duration)])
    }

    /// `20 s`, `2.5 s`.
    static func seconds(_ seconds: Double) -> String {
        let tenths = (seconds * 10).rounded() / 10
        return translated("{seconds} s", ["seconds": tenths == tenths.rounded() ? "\(Int(tenths))" : InterfaceLanguage.number("\(tenths)")])
    }

    /// `+0.25 s`, `−2 s`.
    static func delay(_ seconds: Double) -> String {
        let whole = seconds == seconds.rounded() ? "\(abs(Int(seconds)))" : InterfaceLanguage.number("\(abs(seconds))")
        return translated("{seconds} s", ["seconds": (seconds < 0 ? "−" : "+") + whole])
    }

    /// `+0.25 s`; `None` for zero.
    static func delayOrNone(_ seconds: Double) -> String { seconds == 0 ? translated("None", context: "delay") : delay(seconds) }

    /// `1×`, `1.25×`.
    static func speed(_ rate: Double) -> String {
        let hundredths = Int((rate * 100).rounded())
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)×" }
        return InterfaceLanguage.number("\(hundredths / 100)." + (fraction % 10 == 0 ? "\(fraction / 10)" : padded(fraction)) + "×")
    }

    private struct Parts {
        let isNegative: Bool
        let hours: Int
        let minutes: Int
        let seconds: Int

        init?(_ time: Double) {
            guard time.isFinite, abs(time) < 1e9 else { return nil }
            let whole = Int(abs(time))
            isNegative = time < 0 && whole > 0
            hours = whole / 3600
            minutes = whole / 60 % 60
            seconds = whole % 60
        }
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
