// SPDX-License-Identifier: Apache-2.0

/// Writes fragmented MP4 with one timed text track (ISO/IEC 14496-30), since no available packager does.
public struct TextTrackWriter: Sendable {
    public enum Format: Sendable {
        case webVTT(header: String)
        case ttml
        /// 3GPP timed text, with its sample description after the data reference.
        case timedText(description: [UInt8])
        /// QuickTime's CEA-608.
        case closedCaptions
    }

    public struct Entry: Sendable {
        /// Seconds.
        public var duration: Double
        public var payload: [UInt8]

        /// A TTML document.
        public init(_ document: String, duration: Double) {
            payload = Array(document.utf8)
            self.duration = duration
        }

        /// A raw sample.
        public init(bytes: [UInt8], duration: Double) {
            payload = bytes
            self.duration = duration
        }

        /// CEA-608 byte pairs in a `cdat` box, and those of the second field in a `cdt2` box after it.
        public init(first: [UInt8], second: [UInt8] = [], duration: Double) {
            payload = box("cdat", first) + (second.isEmpty ? [] : box("cdt2", second))
            self.duration = duration
        }

        /// A cue as a `vttc` box; an empty text becomes a `vtte` box.
        public init(cue text: String, duration: Double) {
            payload = text.isEmpty ? box("vtte") : box("vttc", box("payl", Array(text.utf8)))
            self.duration = duration
        }
    }

    private let format: Format
    private static let timescale = 1000.0

    public init(_ format: Format) { self.format = format }

    public var initialization: [UInt8] {
        let header =
            box("mvhd", full(), number(0), number(0), number(1000), number(0), number(0x10000), zeros(76), number(2))
            + box("trak", box("tkhd", full(flags: 7), number(0), number(0), number(1), zeros(68)), media)
        return box("ftyp", Array("iso6".utf8), number(0), Array("iso6cmfc".utf8))
            + box("moov", header, box("mvex", box("trex", full(), number(1), number(1), zeros(12))))
    }

    /// A segment whose first sample is at `start` seconds of the track.
    public func segment(from start: Double, _ entries: [Entry]) -> [UInt8] {
        let samples = entries.flatMap { number(UInt32($0.duration * Self.timescale)) + number(UInt32($0.payload.count)) }
        func fragment(dataOffset: UInt32) -> [UInt8] {
            box(
                "moof", box("mfhd", full(), number(1)),
                box(
                    "traf", box("tfhd", full(flags: 0x02_0000), number(1)),
                    box("tfdt", full(), number(UInt32(start * Self.timescale))),
                    box("trun", full(flags: 0x301), number(UInt32(entries.count)), number(dataOffset), samples)))
        }
        let length = UInt32(fragment(dataOffset: 0).count + 8)
        return fragment(dataOffset: length) + box("mdat", entries.flatMap(\.payload))
    }

    private var media: [UInt8] {
        let tables =
            box("stts", full(), number(0)) + box("stsc", full(), number(0)) + box("stsz", full(), zeros(8)) + box("stco", full(), number(0))
        let description = box("stsd", full(), number(1), sampleEntry)
        let handler =
            switch format {
            case .webVTT: "text"
            case .ttml: "subt"
            case .timedText: "sbtl"
            case .closedCaptions: "clcp"
            }
        return box(
            "mdia", box("mdhd", full(), zeros(8), number(1000), number(0), [0x15, 0xC7, 0, 0]),
            box("hdlr", full(), number(0), Array(handler.utf8), zeros(13)),
            box(
                "minf", box("sthd", full()), box("dinf", box("dref", full(), number(1), box("url ", full(flags: 1)))),
                box("stbl", description, tables)))
    }

    private var sampleEntry: [UInt8] {
        let head = zeros(6) + [0, 1]
        switch format {
        case .webVTT(let header): return box("wvtt", head, box("vttC", Array(header.utf8)))
        case .ttml: return box("stpp", head, Array("http://www.w3.org/ns/ttml\0".utf8), [0, 0])
        case .timedText(let description): return box("tx3g", head, description)
        case .closedCaptions: return box("c608", head)
        }
    }
}

private func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return number(UInt32(body.count + 8)) + Array(name.utf8) + body
}

private func full(flags: UInt32 = 0) -> [UInt8] { number(flags) }
private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
private func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
