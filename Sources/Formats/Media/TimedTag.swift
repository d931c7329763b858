// SPDX-License-Identifier: Apache-2.0

/// A frame of an ID3 tag in the media (ID3v2.2, 2.3 and 2.4), which carries timed metadata in HLS.
public struct TimedTag: Hashable, Sendable {
    /// Four letters: `TXXX`, `PRIV`, `TIT2`… Version 2.2 names are mapped to their 2.3 equivalents; those without one keep their three
    /// letters.
    public var name: String
    /// Distinguishes frames of the same name: the description of `TXXX` and `WXXX`, the owner of `PRIV` and `UFID`; otherwise empty.
    public var key: String
    /// The text of text and URL frames; otherwise empty.
    public var text: String
    /// The raw data after the key.
    public var data: [UInt8]

    public init(name: String, key: String = "", text: String = "", data: [UInt8] = []) {
        self.name = name
        self.key = key
        self.text = text
        self.data = data
    }

    /// The frames of all consecutive tags in some bytes. Reading stops at malformed data; compressed and encrypted frames are skipped.
    public static func all(in bytes: [UInt8]) -> [TimedTag] {
        var frames: [TimedTag] = []
        var index = 0
        while let tag = Header(bytes[index...]) {
            var body = Array(bytes[(index + 10)..<(index + 10 + tag.size)])
            if tag.isUnsynchronised, tag.version < 4 { body = synchronised(body[...]) }
            read(body, tag, into: &frames)
            index += 10 + tag.size + (tag.hasFooter ? 10 : 0)
            if index >= bytes.count { break }
        }
        return frames
    }

    /// The maximum number of frames.
    private static let maximumFrames = 1000

    private struct Header {
        var version: UInt8
        var size: Int
        var isUnsynchronised: Bool
        var isExtended: Bool
        var hasFooter: Bool

        init?(_ bytes: ArraySlice<UInt8>) {
            let head = Array(bytes.prefix(10))
            guard head.count == 10, head[0] == 0x49, head[1] == 0x44, head[2] == 0x33, (2...4).contains(head[3]) else { return nil }
            guard let size = TimedTag.number(head[6...], bits: 7), size <= bytes.count - 10 else { return nil }
            (version, self.size) = (head[3], size)
            isUnsynchronised = head[5] & 0x80 != 0
            isExtended = head[5] & 0x40 != 0
            hasFooter = head[3] == 4 && head[5] & 0x10 != 0
        }
    }

    /// A four-byte number with seven or eight bits per byte.
    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int? {
        let bytes = bytes.prefix(4)
        guard bytes.count == 4, bits == 8 || bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << bits | Int($1) }
    }

    /// Version 2.2 frames whose content is the same in later versions, with their later names.
    private static let laterNames = [
        "TXX": "TXXX", "WXX": "WXXX", "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TP1": "TPE1", "TP2": "TPE2", "TAL": "TALB",
        "TCO": "TCON",
        "TRK": "TRCK", "TYE": "TYER", "WAR": "WOAR", "WAS": "WOAS", "WAF": "WOAF", "UFI": "UFID", "COM": "COMM", "GEO": "GEOB",
    ]

    private static func readShort(_ body: [UInt8], into frames: inout [TimedTag]) {
        var index = 0
        while index + 6 <= body.count, body[index] != 0, frames.count < maximumFrames {
            let size = body[(index + 3)..<(index + 6)].reduce(0) { $0 << 8 | Int($1) }
            guard size <= body.count - index - 6 else { return }
            let name = String(decoding: body[index..<(index + 3)], as: UTF8.self)
            frames.append(frame(laterNames[name] ?? name, body[(index + 6)..<(index + 6 + size)]))
            index += 6 + size
        }
    }

    /// The size of a frame. Some writers, including iTunes, write version 4 sizes in the format of version 3.
    private static func frameSize(_ body: [UInt8], at offset: Int, version: UInt8) -> Int? {
        guard let plain = number(body[(offset + 4)...], bits: 8) else { return nil }
        guard version == 4, let size = number(body[(offset + 4)...], bits: 7) else { return plain }
        func leadsOn(_ size: Int) -> Bool {
            let next = offset + 10 + size
            guard next < body.count else { return next == body.count }
            if body[next] == 0 { return true }
            return next + 4 <= body.count && body[next..<next + 4].allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        }
        return !leadsOn(size) && leadsOn(plain) ? plain : size
    }

    private static func read(_ body: [UInt8], _ tag: Header, into frames: inout [TimedTag]) {
        if tag.version == 2 {
            // In version 2.2 this flag means compression, but no method is defined.
            if !tag.isExtended { readShort(body, into: &frames) }
            return
        }
        var index = 0
        if tag.isExtended {
            // The size includes itself only in version 4.
            guard let size = number(body[...], bits: tag.version == 4 ? 7 : 8) else { return }
            index = tag.version == 4 ? size : size + 4
        }
        while index >= 0, index + 10 <= body.count, body[index] != 0, frames.count < maximumFrames {
            guard let size = frameSize(body, at: index, version: tag.version), size <= body.count - index - 10
            else { return }
            let name = String(decoding: body[index..<(index + 4)], as: UTF8.self)
            let flags = body[index + 9]
            var content = body[(index + 10)..<(index + 10 + size)]
            index += 10 + size
            let isPacked = tag.version == 4 ? flags & 0x0C != 0 : flags & 0xC0 != 0
            if isPacked { continue }
            // A group number precedes the content.
            if tag.version == 3, flags & 0x20 != 0 { content = content.dropFirst() }
            if tag.version == 4, flags & 0x40 != 0 || flags & 0x01 != 0 {
                content = content.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
            }
            if tag.version == 4, tag.isUnsynchronised || flags & 0x02 != 0 { content = synchronised(content)[...] }
            frames.append(frame(name, content))
        }
    }

    private static func frame(_ name: String, _ content: ArraySlice<UInt8>) -> TimedTag {
        switch name {
        case "TXXX", "WXXX":
            guard let encoding = content.first else { return TimedTag(name: name) }
            let (key, rest) = split(content.dropFirst(), isWide: encoding == 1 || encoding == 2)
            let isAddress = name == "WXXX"
            return TimedTag(
                name: name, key: string(key, encoding),
                text: string(split(rest, isWide: !isAddress && encoding % 3 != 0).0, isAddress ? 0 : encoding),
                data: Array(rest))
        case "PRIV", "UFID":
            let (key, rest) = split(content, isWide: false)
            return TimedTag(name: name, key: string(key, 0), data: Array(rest))
        default:
            if name.utf8.first == 0x54, let encoding = content.first {
                let text = content.dropFirst()
                return TimedTag(name: name, text: string(split(text, isWide: encoding % 3 != 0).0, encoding), data: Array(text))
            }
            if name.utf8.first == 0x57 {
                return TimedTag(name: name, text: string(split(content, isWide: false).0, 0), data: Array(content))
            }
            return TimedTag(name: name, data: Array(content))
        }
    }

    /// Splits at the first NUL.
    private static func split(_ bytes: ArraySlice<UInt8>, isWide: Bool) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        let width = isWide ? 2 : 1
        var index = bytes.startIndex
        while index + width <= bytes.endIndex {
            if bytes[index] == 0, bytes[index + width - 1] == 0 { return (bytes[..<index], bytes[(index + width)...]) }
            index += width
        }
        return (bytes, bytes[bytes.endIndex...])
    }

    /// Decodes text by ID3 encoding: 0 is ISO 8859-1, 1 UTF-16 with a byte order mark, 2 UTF-16 big endian, 3 UTF-8.
    private static func string(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
        switch encoding {
        case 1, 2:
            var units: [UInt16] = []
            let isLittle = encoding == 1 && bytes.starts(with: [0xFF, 0xFE])
            var index = bytes.startIndex
            while index + 1 < bytes.endIndex {
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                units.append(isLittle ? second << 8 | first : first << 8 | second)
                index += 2
            }
            return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
        case 3: return String(decoding: bytes, as: UTF8.self)
        default:
            var text = ""
            for byte in bytes { text += String(Unicode.Scalar(byte)) }
            return text
        }
    }

    /// Removes unsynchronisation: the zeros that keep bytes from looking like the start of an audio frame.
    private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var last: UInt8 = 0
        for byte in bytes {
            if last != 0xFF || byte != 0 { result.append(byte) }
            last = byte
        }
        return result
    }
}

extension EventMessage {
    /// ID3 tags in events (AOM, "Carriage of ID3 Timed Metadata in CMAF").
    public static let taggingScheme = "https://aomedia.org/emsg/ID3"

    /// Whether the event has ID3 tags.
    package var isTagged: Bool {
        let schemes = [Self.taggingScheme, "https://developer.apple.com/streaming/emsg-id3", "urn:id3:org"]
        return schemes.contains { scheme == $0 || scheme == $0 + "/" }
    }

    /// The ID3 frames of an event; nil for an event of another scheme.
    public var tags: [TimedTag]? { isTagged ? TimedTag.all(in: data) : nil }
}
