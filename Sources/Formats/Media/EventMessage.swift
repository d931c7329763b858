// SPDX-License-Identifier: Apache-2.0

/// An event in the media itself: an `emsg` box of fragmented MP4 (ISO/IEC 23009-1 section 5.10.3.3).
public struct EventMessage: Hashable, Sendable {
    /// When an event is.
    public enum Time: Hashable, Sendable {
        /// On the clock of the media (version 1).
        case presentation(MediaTime)
        /// Behind the first sample of its segment (version 0).
        case afterSegmentStart(MediaTime)
    }

    /// What kind of message it is, as a URN or an address.
    public var scheme: String
    /// What the scheme tells its kinds apart by.
    public var value: String
    public var time: Time
    /// nil where it is not known.
    public var duration: MediaTime?
    /// Events of one scheme and value with the same number are the same, which segments may repeat.
    public var id: UInt32
    public var data: [UInt8]

    public init(scheme: String, value: String = "", time: Time, duration: MediaTime? = nil, id: UInt32 = 0, data: [UInt8] = []) {
        self.scheme = scheme
        self.value = value
        self.time = time
        self.duration = duration
        self.id = id
        self.data = data
    }

    /// Names of schemes and values are short.
    private static let longestText = 4096
    /// A message is no file.
    public static let longestData = 1 << 20

    /// From a box without its size and name; nil for what is cut off, of another version, or of absurd size.
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
        // All ones mean that it is not known.
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
        var place = 0

        var left: Int { bytes.count - place }
        var rest: [UInt8] { Array(bytes[place...]) }

        mutating func number(_ count: Int) -> UInt64? {
            guard left >= count else { return nil }
            defer { place += count }
            return bytes[place..<(place + count)].reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// Up to a character 0, which must be there.
        mutating func text(_ limit: Int) -> String? {
            var end = place
            while end < bytes.count, end - place <= limit, bytes[end] != 0 { end += 1 }
            guard end < bytes.count, bytes[end] == 0 else { return nil }
            defer { place = end + 1 }
            return String(decoding: bytes[place..<end], as: UTF8.self)
        }
    }
}
