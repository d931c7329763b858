// SPDX-License-Identifier: Apache-2.0

/// Time seeking in media without byte ranges, as in DLNA media servers: a renderer requests `TimeSeekRange.dlna.org: npt=12.5-`,
/// and the response contains the actual start position.
struct TimeSeek: Hashable, Sendable {
    /// Possible start positions in seconds on the item's timeline, in order.
    var startPositions: [Double]
    /// Total duration in seconds.
    var duration: Double

    struct Response: Hashable, Sendable {
        /// In seconds on the item's timeline.
        var entry: Double
        /// The value of the response header.
        var field: String
    }

    /// - Parameters:
    ///   - field: the value of the request header.
    ///   - start: the position in seconds on the item's timeline where the requested URL starts.
    /// - Returns: nil if the time is past the end or invalid.
    func response(to field: String, from start: Double) -> Response? {
        let words = field.trimmed.lowercased()
        guard words.hasPrefix("npt="), let dash = words.firstIndex(of: "-"), let requested = Self.seconds(words[..<dash].dropFirst(4)),
            start + requested < duration
        else { return nil }
        let entry = max(startPositions.last { $0 <= start + requested + 0.001 } ?? start, start)
        let (first, last) = (Self.text(entry - start), Self.text(duration - start))
        return Response(entry: entry, field: "npt=\(first)-\(last)/\(last) bytes=*")
    }

    /// Parses `12.5` or `0:00:12.5`.
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
