// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

extension Sample {
    /// The content of a text track's sample, in the form that its `TextCoding` describes. The unchanged payload for other tracks.
    public var text: [UInt8] {
        switch format.textCoding {
        case .webVTTBlock?: webVTTBlock
        case .closedCaptions?: withBytes { Self.repaired(Array($0)) }
        default: withBytes { Array($0) }
        }
    }

    /// Rebuilds a WebVTT cue. The demuxer splits WebM's blocks, but not Matroska's, where settings and ID are stored separately.
    private var webVTTBlock: [UInt8] {
        let payload = withBytes { Array($0) }
        if let addition = sideData(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL), addition.count > 8 {
            let lines = addition[8...].split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
            let settings = lines[0]
            let id = lines.count > 1 ? lines[1] : []
            return id + [0x0A] + settings + [0x0A] + payload
        }
        let id = sideData(AV_PKT_DATA_WEBVTT_IDENTIFIER) ?? []
        let settings = sideData(AV_PKT_DATA_WEBVTT_SETTINGS) ?? []
        return id + [0x0A] + settings + [0x0A] + payload
    }

    private func sideData(_ kind: AVPacketSideDataType) -> [UInt8]? {
        var size = 0
        return av_packet_get_side_data(packet.raw, kind, &size).map { Array(UnsafeBufferPointer(start: $0, count: size)) }
    }

    /// Repairs captions. The demuxer takes everything after the first box for pairs of the first field, including the header and the pairs
    /// of the second field's box.
    private static func repaired(_ triplets: [UInt8]) -> [UInt8] {
        var pairs: [UInt8] = []
        for index in stride(from: 0, to: triplets.count - 2, by: 3) { pairs += triplets[(index + 1)...(index + 2)] }
        let name = Array("cdt2".utf8)
        guard pairs.count >= 8,
            let offset = stride(from: 0, through: pairs.count - 8, by: 2).first(where: { offset in
                pairs[(offset + 4)..<(offset + 8)].elementsEqual(name) && pairs[offset...].count == bigEndian(pairs[offset..<(offset + 4)])
            })
        else { return triplets }
        var fields = Array(triplets[..<(offset / 2 * 3)])
        for index in stride(from: offset + 8, to: pairs.count - 1, by: 2) { fields += [0xFD, pairs[index], pairs[index + 1]] }
        return fields
    }
}
