// SPDX-License-Identifier: Apache-2.0

/// Seeks by time in what has no byte ranges, as DLNA's media servers have them: a renderer asks with `TimeSeekRange.dlna.org: npt=12.5-`,
/// and is answered with the place that it gets instead.
struct TimeSeek: Hashable, Sendable {
    /// Seconds on the item's timeline that it can be had from, in order.
    var entries: [Double]
    /// Seconds of the whole.
    var duration: Double

    struct Answer: Hashable, Sendable {
        /// Seconds on the item's timeline.
        var entry: Double
        /// For the field of the answer.
        var field: String
    }

    /// - Parameters:
    ///   - field: what was asked for.
    ///   - start: seconds on the item's timeline where the address begins that was asked.
    /// - Returns: nil for what lies beyond the end, or can't be read.
    func answer(_ field: String, from start: Double) -> Answer? {
        let words = field.trimmed.lowercased()
        guard words.hasPrefix("npt="), let dash = words.firstIndex(of: "-"), let wanted = Self.seconds(words[..<dash].dropFirst(4)),
            start + wanted < duration
        else { return nil }
        let entry = max(entries.last { $0 <= start + wanted + 0.001 } ?? start, start)
        let (first, last) = (Self.text(entry - start), Self.text(duration - start))
        return Answer(entry: entry, field: "npt=\(first)-\(last)/\(last) bytes=*")
    }

    /// `12.5` or `0:00:12.5`.
    private static func seconds(_ text: Substring) -> Double? {
        if text.contains(":") { return ClockText.seconds(String(text)) }
        return Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }

    private static func text(_ seconds: Double) -> String {
        let thousandths = Int((min(max(seconds, 0), 1e9) * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
