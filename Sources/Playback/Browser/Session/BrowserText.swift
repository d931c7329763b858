// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The WebVTT segments of the chosen subtitles. They are placed on the timeline once the clock of their discontinuity is known.
struct BrowserText: Sendable {
    private struct Waiting: Sendable {
        var segment: SegmentLoad
        var bytes: [UInt8]
    }

    private var waiting: [Waiting] = []
    private var loaded: [TimeRange] = []
    private var aligner = TextAligner()
    var captions: BrowserCaptions
    var metadata = BrowserMetadata()
    /// The maximum size of a segment in bytes.
    static let longest = 8 << 20

    /// - Parameter languages: the languages of the selected subtitles.
    init(languages: [String]) { captions = BrowserCaptions(languages: languages) }

    mutating func add(_ bytes: [UInt8], _ segment: SegmentLoad) {
        waiting.append(Waiting(segment: segment, bytes: bytes))
        add(gap: segment.range)
    }

    mutating func add(gap range: TimeRange) {
        if let last = loaded.last, range.start <= last.end + 0.1, range.start >= last.start {
            loaded[loaded.count - 1].end = max(last.end, range.end)
        } else {
            loaded.append(range)
        }
    }

    mutating func discard(from time: Double) {
        waiting.removeAll { $0.segment.range.start >= time }
        loaded.removeAll { $0.start >= time }
        for index in loaded.indices where loaded[index].end > time { loaded[index].end = time }
    }

    func range(around position: Double) -> TimeRange? {
        loaded.first { $0.start <= position + 0.1 && $0.end > position }
    }

    /// Returns the cues whose times have become known.
    /// - Parameter offset: the offset of a discontinuity's media; nil until known.
    mutating func placed(_ offset: (Int, TimeRange) -> MediaTime?) -> [TextCue] {
        var cues: [TextCue] = []
        var left: [Waiting] = []
        for item in waiting {
            guard let media = offset(item.segment.discontinuity, item.segment.range) else {
                left.append(item)
                continue
            }
            guard let clock = WebVTTClock(item.bytes) else { continue }
            cues += WebVTTCues.read(item.bytes, shiftedBy: aligner.offset(of: clock, media: media, in: item.segment.range))
        }
        waiting = left
        return cues
    }
}

/// Splits a WebVTT segment into cues (W3C WebVTT, 4.1). Their text keeps its markup.
enum WebVTTCues {
    static func read(_ bytes: [UInt8], shiftedBy shift: Double) -> [TextCue] {
        var cues: [TextCue] = []
        var lines: [ArraySlice<UInt8>] = []
        func end() {
            defer { lines.removeAll() }
            guard let place = lines.firstIndex(where: { Self.times($0) != nil }), let found = Self.times(lines[place]) else { return }
            var text: [UInt8] = []
            for (index, line) in lines[(place + 1)...].enumerated() {
                if index > 0 { text.append(0x0A) }
                text += line
            }
            let range = TimeRange(start: found.start + shift, end: found.end + shift)
            guard !text.isEmpty, !range.isEmpty else { return }
            cues.append(
                TextCue(
                    range: range, settings: String(decoding: found.settings, as: UTF8.self), text: String(decoding: text, as: UTF8.self)))
        }
        var start = 0
        while start < bytes.count {
            var stop = start
            while stop < bytes.count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
            if stop == start { end() } else { lines.append(bytes[start..<stop]) }
            start = stop + (stop + 1 < bytes.count && bytes[stop] == 0x0D && bytes[stop + 1] == 0x0A ? 2 : 1)
        }
        end()
        return cues
    }

    private static func times(_ line: ArraySlice<UInt8>) -> (start: Double, end: Double, settings: ArraySlice<UInt8>)? {
        guard line.count > 3 else { return nil }
        var arrow: Int?
        for place in line.startIndex..<(line.endIndex - 2) where line[place] == 0x2D && line[place + 1] == 0x2D && line[place + 2] == 0x3E {
            arrow = place
            break
        }
        guard let arrow, let start = time(trimmed(line[..<arrow])) else { return nil }
        let rest = trimmed(line[(arrow + 3)...])
        let word = rest.prefix { $0 != 0x20 && $0 != 0x09 }
        guard let end = time(word), end > start else { return nil }
        return (start, end, trimmed(rest[word.endIndex...]))
    }

    /// `[hours:]minutes:seconds.thousandths`, in seconds.
    private static func time(_ text: ArraySlice<UInt8>) -> Double? {
        var (seconds, field, fraction, digits): (Double, Double, Double, Int) = (0, 0, 0, 0)
        guard !text.isEmpty, text.count < 20 else { return nil }
        for byte in text {
            switch byte {
            case 0x3A:
                guard digits > 0, fraction == 0 else { return nil }
                (seconds, field, digits) = ((seconds + field) * 60, 0, 0)
            case 0x2E, 0x2C:
                guard fraction == 0 else { return nil }
                fraction = 1
            case 0x30...0x39:
                digits += 1
                if fraction == 0 {
                    field = field * 10 + Double(byte - 0x30)
                } else {
                    fraction /= 10
                    field += Double(byte - 0x30) * fraction
                }
            default: return nil
            }
        }
        return digits > 0 ? seconds + field : nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return text
    }
}
