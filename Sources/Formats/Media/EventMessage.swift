// SPDX-License-Identifier: Apache-2.0

/// A timed event in the media: an `emsg` box of fragmented MP4 (ISO/IEC 23009-1 section 5.10.3.3).
public struct EventMessage: Hashable, Sendable {
    /// The time of an event.
    public enum Time: Hashable, Sendable {
        /// On the media timeline (version 1).
        case presentation(MediaTime)
        /// Relative to the first sample of its segment (version 0).
        case afterSegmentStart(MediaTime)
    }

    /// The message scheme, as a URN or URL.
    public var scheme: String
    /// The value that distinguishes message types within the scheme.
    public var value: String
    /// When the event begins.
    public var time: Time
    /// nil if unknown.
    public var duration: MediaTime?
    /// Events with the same scheme, value and id are repetitions of each other.
    public var id: UInt32
    /// The payload; its format depends on ``scheme``.
    public var data: [UInt8]

    public init(scheme: String, value: String = "", time: Time, duration: MediaTime? = nil, id: UInt32 = 0, data: [UInt8] = []) {
        self.scheme = scheme
        self.value = value
        self.time = time
        self.duration = duration
        self.id = id
        self.data = data
    }

    /// The maximum length of a scheme or value, in bytes.
    private static let longestText = 4096
    /// The maximum size of the message data, in bytes.
    public static let longestData = 1 << 20

    /// Parses a box without its size and type; nil if it is truncated, of another version, or too large.
    public init?(box: [UInt8]) {
        var reader = Reader(bytes: box)
        guard let version = reader.number(1), version <= 1, reader.number(3) != nil else { return nil }
        if version == 0 {
            guard let scheme = reader.text(Self.longestText), let value = reader.text(Self.longestText) else { return nil }
            (self.scheme, self.value) = (scheme, value)
        } else {
            (scheme, value) = ("", "")
        }
        guard let scale = reader.number(4), scale > 0, let timescale = Int32(exactly: scale),
            let ticks = reader.number(version == 1 ? 8 : 4),
            let moment = Int64(exactly: ticks), let length = reader.number(4), let id = reader.number(4)
        else { return nil }
        let point = MediaTime(value: moment, timescale: timescale)
        time = version == 1 ? .presentation(point) : .afterSegmentStart(point)
        // All ones means unknown.
        duration = length == 0xFFFF_FFFF ? nil : MediaTime(value: Int64(length), timescale: timescale)
        self.id = UInt32(id)
        if version == 1 {
            guard let scheme = reader.text(Self.longestText), let value = reader.text(Self.longestText) else { return nil }
            (self.scheme, self.value) = (scheme, value)
        }
        guard reader.left <= Self.longestData, !scheme.isEmpty else { return nil }
        data = reader.rest
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset = 0

        var left: Int { bytes.count - offset }
        var rest: [UInt8] { Array(bytes[offset...]) }

        mutating func number(_ count: Int) -> UInt64? {
            guard left >= count else { return nil }
            defer { offset += count }
            return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// Reads a NUL-terminated string.
        mutating func text(_ limit: Int) -> String? {
            var end = offset
            while end < bytes.count, end - offset <= limit, bytes[end] != 0 { end += 1 }
            guard end < bytes.count, bytes[end] == 0 else { return nil }
            defer { offset = end + 1 }
            return String(decoding: bytes[offset..<end], as: UTF8.self)
        }
    }
}
