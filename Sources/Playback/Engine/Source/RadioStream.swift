// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxTransport

/// Separates the titles of an internet radio station from its audio. SHOUTcast and Icecast servers interleave them for clients that send
/// `Icy-MetaData: 1`: every `icy-metaint` bytes of audio are followed by one byte with the length of a text block in units of 16 bytes,
/// mostly zero, and then that block.
struct RadioStream {
    private enum Phase {
        case sound(left: Int)
        case size
        case block(left: Int)
    }

    private let interval: Int
    private let station: String?
    private let genre: String?
    private var phase: Phase
    private var block: [UInt8] = []
    /// What plays now; nil until known.
    private(set) var metadata: EmbeddedMetadata?

    /// - Returns: nil when the response headers announce no titles.
    init?(_ headers: TransportHeaders) {
        guard let interval = headers["icy-metaint"].flatMap({ Int($0) }), (1...(16 << 20)).contains(interval) else { return nil }
        self.interval = interval
        station = headers["icy-name"].flatMap { Self.clean($0) }
        genre = headers["icy-genre"].flatMap { Self.clean($0) }
        phase = .sound(left: interval)
        if station != nil || genre != nil { metadata = EmbeddedMetadata(title: station, genre: genre) }
    }

    /// - Returns: the audio among these bytes.
    mutating func audio(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var sound: [UInt8] = []
        sound.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch phase {
            case .sound(let left):
                let count = min(left, bytes.count - index)
                sound += bytes[index..<index + count]
                index += count
                phase = count < left ? .sound(left: left - count) : .size
            case .size:
                let size = 16 * Int(bytes[index])
                index += 1
                block = []
                phase = size > 0 ? .block(left: size) : .sound(left: interval)
            case .block(let left):
                let count = min(left, bytes.count - index)
                block += bytes[index..<index + count]
                index += count
                phase = count < left ? .block(left: left - count) : .sound(left: interval)
                if count == left { readBlock() }
            }
        }
        return sound
    }

    private mutating func readBlock() {
        guard let text = Self.value(of: "StreamTitle", in: block) else { return }
        guard let text = Self.clean(text) else {
            metadata = EmbeddedMetadata(title: station, genre: genre)
            return
        }
        let parts = text.split(separator: " - ", maxSplits: 1)
        let (artist, title) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : (nil, text)
        metadata = EmbeddedMetadata(title: title, artist: artist, album: station, genre: genre)
    }

    /// Returns the value of a field. Quotation marks inside a value are not escaped: it ends at one before a semicolon.
    private static func value(of name: String, in block: [UInt8]) -> String? {
        let bytes = block.prefix { $0 != 0 }
        // Old servers send Latin-1.
        let text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard let start = text.range(of: "\(name)='") else { return nil }
        let rest = text[start.upperBound...]
        let end = rest.range(of: "';")?.lowerBound ?? (rest.hasSuffix("'") ? rest.index(before: rest.endIndex) : rest.endIndex)
        return String(rest[..<end])
    }

    private static func clean(_ text: String) -> String? {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        let clean = String(String.UnicodeScalarView(scalars))
        guard let start = clean.firstIndex(where: { !$0.isWhitespace }), let end = clean.lastIndex(where: { !$0.isWhitespace }) else {
            return nil
        }
        return String(clean[start...end])
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<Index>? { self[...].range(of: part) }
}

extension Substring {
    fileprivate func range(of part: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
    }
}
