// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The header of a fragmented file with one track.
struct TrackHeader: Hashable, Sendable {
    /// Ticks per second.
    var timescale: Int
    /// RFC 6381; nil if the codec isn't H.264.
    var codecs: String?
    /// In pixels; 0 for audio.
    var width = 0
    var height = 0

    /// - Parameter bytes: a `moov` box.
    init?(_ bytes: [UInt8]) {
        let reader = BoxReader(bytes: bytes)
        guard let media = reader.find(["moov", "trak", "mdia"], in: 0..<bytes.count),
            let head = reader.find(["mdhd"], in: media.payload), let version = reader.number(head.payload.lowerBound, 1),
            let scale = reader.uint32(head.payload.lowerBound + (version == 1 ? 20 : 12)), scale > 0
        else { return nil }
        timescale = scale
        guard let table = reader.find(["minf", "stbl", "stsd"], in: media.payload), table.payload.count > 8,
            let entry = reader.boxes(in: (table.payload.lowerBound + 8)..<table.payload.upperBound).first, entry.kind == "avc1",
            entry.payload.count > 78
        else { return }
        // A visual sample entry has 78 bytes before its boxes.
        width = reader.number(entry.payload.lowerBound + 24, 2).map { Int($0) } ?? 0
        height = reader.number(entry.payload.lowerBound + 26, 2).map { Int($0) } ?? 0
        guard let configuration = reader.find(["avcC"], in: (entry.payload.lowerBound + 78)..<entry.payload.upperBound),
            let profile = reader.number(configuration.payload.lowerBound + 1, 3)
        else { return }
        codecs = "avc1." + String(format: "%06x", Int(profile))
    }
}
