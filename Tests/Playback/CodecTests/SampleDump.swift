// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

/// The samples that a demuxer reads, one line each.
struct SampleDump: Equatable {
    struct Line: Equatable {
        /// Track, times and key flag, which do not depend on the encoder that made the stream.
        var place: String
        /// Size and hash.
        var payload: String
    }

    var lines: [Line] = []

    init(_ demuxer: Demuxer) throws(CodecError) {
        while let sample = try demuxer.next() {
            let times = [sample.presentation, sample.decode, sample.duration].map { "\($0.value)" }.joined(separator: " ")
            let hash = sample.withBytes { bytes in fingerprint(bytes) }
            lines.append(
                Line(place: "\(sample.format.codec) \(times) \(sample.isKey ? "key" : "-")", payload: "\(sample.size) \(hash)"))
        }
    }
}

/// 64-bit FNV-1a in hexadecimal.
func fingerprint(_ bytes: some Sequence<UInt8>) -> String {
    String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
}

/// Reads a file of a generated stream.
func file(_ path: String, of name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: GeneratedStreams.named(name).directory.appending(path: path)))
}

/// A feed that receives its bytes in pieces before it is read.
func feed(_ bytes: [UInt8], piece: Int) -> ByteFeed {
    let feed = ByteFeed()
    for start in stride(from: 0, to: bytes.count, by: piece) { feed.append(Array(bytes[start..<min(bytes.count, start + piece)])) }
    feed.finish()
    return feed
}
