// SPDX-License-Identifier: Apache-2.0

/// The constant encryption of tracks in an MP4 file. FFmpeg does not expose it when samples have no table.
struct TrackEncryption {
    /// By track, one for each sample description; nil for clear ones, and for those whose samples have their own vectors.
    private var constants: [Int: [CommonEncryption?]] = [:]
    private var usual: [Int: Int] = [:]
    private var fragments: [(offset: Int, descriptions: [Int: Int])] = []

    var isEmpty: Bool { constants.isEmpty }

    mutating func take(_ box: BoxWalker.Box) {
        switch box.kind {
        case "moov": takeHeader(box.body[...])
        case "moof" where !isEmpty: takeFragment(box)
        default: break
        }
    }

    /// The encryption of a fully encrypted sample. Outside of fragments, that of the track's default sample description.
    /// - Parameter offset: the sample's offset from the start, in bytes.
    func encryption(track: Int, at offset: Int) -> CommonEncryption? {
        guard let entries = constants[track] else { return nil }
        let fragment = fragments.last { $0.offset <= offset }
        let description = fragment?.descriptions[track] ?? usual[track] ?? 1
        return entries.indices.contains(description - 1) ? entries[description - 1] : nil
    }

    private mutating func takeHeader(_ body: ArraySlice<UInt8>) {
        for extends in boxes(["mvex", "trex"], in: body) where extends.count >= 12 {
            usual[number(extends, at: 4)] = number(extends, at: 8)
        }
        for track in boxes(["trak"], in: body) {
            guard let head = boxes(["tkhd"], in: track).first, let version = head.first else { continue }
            let place = version == 1 ? 20 : 12
            guard head.count >= place + 4 else { continue }
            guard let table = boxes(["mdia", "minf", "stbl", "stsd"], in: track).first, table.count >= 8 else { continue }
            let entries = boxes(in: table.dropFirst(8)).map { CommonEncryption(constantOf: $0.kind, $0.body) }
            if entries.contains(where: { $0 != nil }) { constants[number(head, at: place)] = entries }
        }
    }

    private mutating func takeFragment(_ box: BoxWalker.Box) {
        var descriptions: [Int: Int] = [:]
        for head in boxes(["traf", "tfhd"], in: box.body[...]) where head.count >= 8 {
            let flags = number(head, at: 0) & 0xFFFFFF
            let place = flags & 1 != 0 ? 16 : 8
            if flags & 2 != 0, head.count >= place + 4 { descriptions[number(head, at: 4)] = number(head, at: place) }
        }
        fragments.append((box.offset, descriptions))
    }

    private func number(_ bytes: ArraySlice<UInt8>, at place: Int) -> Int { Int(bigEndian(bytes.dropFirst(place).prefix(4))) }
}

extension CommonEncryption {
    /// The encryption of a sample entry whose samples share one vector.
    fileprivate init?(constantOf kind: String, _ entry: ArraySlice<UInt8>) {
        let fixed: Int
        switch kind {
        case "encv": fixed = 78
        // QuickTime's versions 1 and 2 of the entry have more fields.
        case "enca":
            fixed = 28 + (bigEndian(entry.dropFirst(8).prefix(2)) == 1 ? 16 : bigEndian(entry.dropFirst(8).prefix(2)) == 2 ? 36 : 0)
        default: return nil
        }
        guard let information = boxes(["sinf"], in: entry.dropFirst(fixed)).first,
            let scheme = boxes(["schm"], in: information).first, scheme.count >= 8,
            let box = boxes(["schi", "tenc"], in: information).first, box.count >= 25
        else { return nil }
        let track = Array(box)
        // No vector per sample, but a constant one preceded by its length.
        guard track[6] == 1, track[7] == 0, track.count >= 25 + Int(track[24]) else { return nil }
        self.scheme = String(decoding: scheme.dropFirst(4).prefix(4), as: UTF8.self)
        vector = Array(track[25..<25 + Int(track[24])])
        keyID = Array(track[8..<24])
        encryptedBlocks = track[0] > 0 ? Int(track[5] >> 4) : 0
        skippedBlocks = track[0] > 0 ? Int(track[5] & 15) : 0
        subsamples = []
    }
}
