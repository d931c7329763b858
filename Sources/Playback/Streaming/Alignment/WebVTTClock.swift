// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How the times inside a WebVTT segment relate to the timestamps of the accompanying media (RFC 8216bis 3.1.4).
///
/// Reads only the header and the first timing line; the renderer parses the cues.
public struct WebVTTClock: Hashable, Sendable {
    /// `MPEGTS` of X-TIMESTAMP-MAP in ticks of 90 kHz; not necessarily within 33 bits.
    public private(set) var timestamp: Int64 = 0
    /// `LOCAL` of X-TIMESTAMP-MAP: the cue time that corresponds to ``timestamp``, in seconds.
    public private(set) var local = 0.0
    /// The segment has an X-TIMESTAMP-MAP. Without one, cue time zero is timestamp zero.
    public private(set) var isStated = false
    /// The first cue in cue time, seconds; nil when the segment has none.
    public private(set) var firstCue: TimeRange?

    /// Returns nil if the bytes don't begin as a WebVTT file.
    public init?(_ bytes: [UInt8]) {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].starts(with: "WEBVTT".utf8) else { return nil }
        if start + 6 < bytes.count, !Self.isBlank(bytes[start + 6]), !Self.isLineEnd(bytes[start + 6]) { return nil }
        while start < bytes.count, firstCue == nil {
            var end = start
            while end < bytes.count, !Self.isLineEnd(bytes[end]) { end += 1 }
            read(bytes[start..<end])
            start = end + 1
        }
    }

    /// Seconds to add to cue times to get the item's timeline.
    /// - Parameters:
    ///   - offset: the offset of the media timestamps, from the aligner.
    ///   - range: the segment's time range according to the playlist.
    func offset(_ offset: MediaTime, in range: TimeRange) -> Double {
        let unwrapped = Double(timestamp) / 90_000 - local + offset.seconds
        let period = 8_589_934_592.0 / 90_000
        let wraps = ((range.start - (unwrapped + (firstCue?.start ?? local))) / period).rounded()
        return wraps.magnitude < 1e6 ? unwrapped + wraps * period : unwrapped
    }

    private mutating func read(_ line: ArraySlice<UInt8>) {
        if line.starts(with: "X-TIMESTAMP-MAP".utf8) {
            readMap(line.dropFirst("X-TIMESTAMP-MAP".utf8.count + 1))
        } else if let arrow = Self.arrow(in: line), let start = Self.time(line[..<arrow]), let end = Self.time(line[(arrow + 3)...]) {
            firstCue = TimeRange(start: start, end: max(start, end))
        }
    }

    private mutating func readMap(_ text: ArraySlice<UInt8>) {
        var ticks: Int64?
        var time: Double?
        for part in text.split(separator: UInt8(ascii: ",")) {
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let key = Self.trimmed(part[..<colon])
            let value = Self.trimmed(part[(colon + 1)...])
            if key.elementsEqual("MPEGTS".utf8) { ticks = Self.number(value, limit: 7e16).flatMap { Int64(exactly: $0) } }
            if key.elementsEqual("LOCAL".utf8) { time = Self.time(value) }
        }
        guard let ticks, let time else { return }
        timestamp = ticks
        local = time
        isStated = true
    }

    /// Parses `[hours:]minutes:seconds.thousandths` from the first word of a text; nil for anything else.
    private static func time(_ text: ArraySlice<UInt8>) -> Double? {
        let word = trimmed(text).prefix { !isBlank($0) }
        var fields: [Double] = []
        for field in word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            guard let number = number(field, limit: 1e9) else { return nil }
            fields.append(number)
        }
        guard fields.count == 2 || fields.count == 3 else { return nil }
        var seconds = 0.0
        for field in fields { seconds = seconds * 60 + field }
        return seconds
    }

    /// Parses digits with an optional decimal point.
    private static func number(_ text: ArraySlice<UInt8>, limit: Double) -> Double? {
        guard !text.isEmpty, text.count <= 24 else { return nil }
        var value = 0.0
        var divisor: Double?
        for byte in text {
            if byte == UInt8(ascii: "."), divisor == nil {
                divisor = 1
                continue
            }
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Double(byte - 0x30)
            divisor = divisor.map { $0 * 10 }
        }
        value /= divisor ?? 1
        return value <= limit ? value : nil
    }

    private static func arrow(in line: ArraySlice<UInt8>) -> Int? {
        guard line.count >= 3 else { return nil }
        for index in line.startIndex...(line.endIndex - 3)
        where line[index] == UInt8(ascii: "-") && line[index + 1] == UInt8(ascii: "-") && line[index + 2] == UInt8(ascii: ">") {
            return index
        }
        return nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
