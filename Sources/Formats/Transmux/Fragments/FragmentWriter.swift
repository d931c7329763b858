// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Writes fragmented MP4 with one track (ISO/IEC 14496-12).
struct FragmentWriter: Sendable {
    /// The only track's number.
    private static let track = 1
    private var sequence = 0

    /// `ftyp` and `moov`.
    static func initialization(_ track: TrackDescription) -> [UInt8] {
        let isVideo = track.kind == .video
        var writer = BoxWriter()
        writer.box("ftyp") { writer in
            writer.put("iso6".utf8.map { $0 })
            writer.put32(0)
            writer.put("iso6cmfc".utf8.map { $0 })
        }
        writer.box("moov") { writer in
            writer.box("mvhd", version: 0) { writer in
                writer.zeros(8)
                writer.put32(Int(track.timescale))
                writer.put32(0)
                writer.put32(0x0001_0000)
                writer.put16(0x0100)
                writer.zeros(10)
                matrix(&writer)
                writer.zeros(24)
                writer.put32(Self.track + 1)
            }
            writer.box("trak") { writer in
                writer.box("tkhd", version: 0, flags: 7) { writer in
                    writer.zeros(8)
                    writer.put32(Self.track)
                    writer.zeros(16)
                    writer.put32(0)
                    writer.put16(isVideo ? 0 : 0x0100)
                    writer.put16(0)
                    matrix(&writer)
                    writer.put32(track.width << 16)
                    writer.put32(track.height << 16)
                }
                writer.box("mdia") { writer in
                    writer.box("mdhd", version: 0) { writer in
                        writer.zeros(8)
                        writer.put32(Int(track.timescale))
                        writer.put32(0)
                        writer.put16(0x55C4)
                        writer.put16(0)
                    }
                    writer.box("hdlr", version: 0) { writer in
                        writer.put32(0)
                        writer.put((isVideo ? "vide" : "soun").utf8.map { $0 })
                        writer.zeros(13)
                    }
                    writer.box("minf") { writer in
                        if isVideo {
                            writer.box("vmhd", version: 0, flags: 1) { $0.zeros(8) }
                        } else {
                            writer.box("smhd", version: 0) { $0.zeros(4) }
                        }
                        writer.box("dinf") { writer in
                            writer.box("dref", version: 0) { writer in
                                writer.put32(1)
                                writer.box("url ", version: 0, flags: 1) { _ in }
                            }
                        }
                        writer.box("stbl") { writer in
                            writer.box("stsd", version: 0) { writer in
                                writer.put32(1)
                                writer.put(track.entry)
                            }
                            writer.box("stts", version: 0) { $0.put32(0) }
                            writer.box("stsc", version: 0) { $0.put32(0) }
                            writer.box("stsz", version: 0) { $0.zeros(8) }
                            writer.box("stco", version: 0) { $0.put32(0) }
                        }
                    }
                }
            }
            writer.box("mvex") { writer in
                writer.box("trex", version: 0) { writer in
                    writer.put32(Self.track)
                    writer.put32(1)
                    writer.zeros(12)
                }
            }
        }
        return writer.bytes
    }

    private static func matrix(_ writer: inout BoxWriter) {
        for value in [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000] { writer.put32(value) }
    }

    /// `moof` and `mdat`.
    /// - Parameter bias: ticks that are added to all times, so that none is negative.
    mutating func fragment(_ samples: [CodedSample], bias: Int64) -> [UInt8] {
        sequence += 1
        var size = 0
        for sample in samples { size += sample.bytes.count }
        var writer = BoxWriter(reserving: size + samples.count * 16 + 128)
        var offsetField = 0
        writer.box("moof") { writer in
            writer.box("mfhd", version: 0) { $0.put32(sequence) }
            writer.box("traf") { writer in
                writer.box("tfhd", version: 0, flags: 0x02_0000) { $0.put32(Self.track) }
                writer.box("tfdt", version: 1) { $0.put(UInt64(bitPattern: max(0, samples[0].decode + bias)), 8) }
                writer.box("trun", version: 1, flags: 0x00_0F01) { writer in
                    writer.put32(samples.count)
                    offsetField = writer.bytes.count
                    writer.put32(0)
                    for sample in samples {
                        writer.put32(Int(truncatingIfNeeded: sample.duration))
                        writer.put32(sample.bytes.count)
                        writer.put32(sample.isKey ? 0x0200_0000 : 0x0101_0000)
                        writer.put32(Int(truncatingIfNeeded: sample.presentation - sample.decode))
                    }
                }
            }
        }
        writer.set32(writer.bytes.count + 8, at: offsetField)
        writer.box("mdat") { writer in for sample in samples { writer.put(sample.bytes) } }
        return writer.bytes
    }
}
