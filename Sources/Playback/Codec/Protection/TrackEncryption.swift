// SPDX-License-Identifier: Apache-2.0

/// The encryption of tracks in an MP4 file that FFmpeg does not expose: constant vectors of samples that have no table, and sample groups.
struct TrackEncryption {
    private struct Track {
        /// One for each sample description; nil for clear ones, and for those whose samples have their own vectors.
        var constants: [CommonEncryption?] = []
        /// Four characters per sample description; nil for clear ones.
        var schemes: [String?] = []
        var groups = SampleGroups.Descriptions()
    }

    private struct Fragment {
        var offset: Int
        /// By track.
        var descriptions: [Int: Int] = [:]
        var groups: [Int: [SampleGroups.Run]] = [:]
    }

    private var tracks: [Int: Track] = [:]
    private var defaultDescriptions: [Int: Int] = [:]
    /// The default sample size in bytes by track, including clear tracks.
    private var defaultSizes: [Int: Int] = [:]
    private var fragments: [Fragment] = []

    var isEmpty: Bool { tracks.isEmpty }

    mutating func read(_ box: BoxWalker.Box) {
        switch box.kind {
        case "moov": takeHeader(box.body[...])
        case "moof" where !isEmpty: takeFragment(box)
        default: break
        }
    }

    /// The encryption of a sample; nil for clear ones.
    /// - Parameters:
    ///   - offset: the sample's offset from the start, in bytes.
    ///   - stated: the encryption according to the sample's table.
    func encryption(track: Int, at offset: Int, stated: CommonEncryption? = nil) -> CommonEncryption? {
        guard let known = tracks[track] else { return stated }
        let fragment = fragments.last { $0.offset <= offset }
        let index = (fragment?.descriptions[track] ?? defaultDescriptions[track] ?? 1) - 1
        let own = stated ?? (known.constants.indices.contains(index) ? known.constants[index] : nil)
        guard let run = fragment?.groups[track]?.last(where: { $0.offset <= offset && offset < $0.end }), let entry = run.entry else {
            return own
        }
        guard entry.isProtected else { return nil }
        let scheme = known.schemes.indices.contains(index) ? known.schemes[index] : nil
        guard var encryption = own ?? scheme.flatMap({ CommonEncryption(constantOf: entry, scheme: $0) }) else { return nil }
        encryption.keyID = entry.keyID
        encryption.isKeyOfGroup = true
        encryption.encryptedBlocks = entry.encryptedBlocks
        encryption.skippedBlocks = entry.skippedBlocks
        if entry.vectorSize == 0 { encryption.vector = entry.constantVector }
        return encryption
    }

    private mutating func takeHeader(_ body: ArraySlice<UInt8>) {
        for track in boxes(["trak"], in: body) {
            guard let head = boxes(["tkhd"], in: track).first, let version = head.first else { continue }
            let offset = version == 1 ? 20 : 12
            guard head.count >= offset + 4 else { continue }
            guard let samples = boxes(["mdia", "minf", "stbl"], in: track).first, let table = boxes(["stsd"], in: samples).first,
                table.count >= 8
            else { continue }
            let entries = boxes(in: table.dropFirst(8))
            let informations = entries.map { protectionInformation(of: $0.kind, $0.body) }
            guard informations.contains(where: { $0 != nil }) else { continue }
            var known = Track(groups: SampleGroups.descriptions(in: samples) ?? .init())
            for information in informations {
                known.constants.append(information.flatMap { CommonEncryption(constantOf: $0) })
                known.schemes.append(information.flatMap(schemeName))
            }
            tracks[number(head, at: offset)] = known
        }
        for extends in boxes(["mvex", "trex"], in: body) where extends.count >= 20 {
            defaultDescriptions[number(extends, at: 4)] = number(extends, at: 8)
            defaultSizes[number(extends, at: 4)] = number(extends, at: 16)
        }
    }

    private mutating func takeFragment(_ box: BoxWalker.Box) {
        var fragment = Fragment(offset: box.offset)
        // Where the data of the previous track fragment ends.
        var end = box.offset
        for part in boxes(["traf"], in: box.body[...]) {
            guard let head = boxes(["tfhd"], in: part).first, head.count >= 8 else { continue }
            let (track, flags) = (number(head, at: 4), number(head, at: 0) & 0xFFFFFF)
            let offset = flags & 1 != 0 ? 16 : 8
            if flags & 2 != 0, head.count >= offset + 4 { fragment.descriptions[track] = number(head, at: offset) }
            // The base of the data (ISO/IEC 14496-12, 8.8.7): stated, the start of the fragment, or the end of the previous track's data.
            let base: Int
            if flags & 1 != 0, head.count >= 16 {
                base = Int(clamping: bigEndian(head.dropFirst(8).prefix(8)))
            } else {
                base = flags & 0x20000 != 0 ? box.offset : end
            }
            let size = defaultSizes[track] ?? 0
            end = SampleGroups.end(of: part, base: base, defaultSize: size) ?? end
            guard let known = tracks[track] else { continue }
            let runs = SampleGroups.runs(of: part, base: base, defaultSize: size, track: known.groups)
            if !runs.isEmpty { fragment.groups[track] = runs }
        }
        fragments.append(fragment)
    }

    private func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int { Int(bigEndian(bytes.dropFirst(offset).prefix(4))) }
}

/// The `sinf` box of a protected sample entry.
private func protectionInformation(of kind: String, _ entry: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let fixed: Int
    switch kind {
    case "encv": fixed = 78
    // Versions 1 and 2 of the QuickTime entry have more fields.
    case "enca":
        fixed = 28 + (bigEndian(entry.dropFirst(8).prefix(2)) == 1 ? 16 : bigEndian(entry.dropFirst(8).prefix(2)) == 2 ? 36 : 0)
    default: return nil
    }
    return boxes(["sinf"], in: entry.dropFirst(fixed)).first
}

private func schemeName(_ information: ArraySlice<UInt8>) -> String? {
    guard let scheme = boxes(["schm"], in: information).first, scheme.count >= 8 else { return nil }
    return String(decoding: scheme.dropFirst(4).prefix(4), as: UTF8.self)
}

extension CommonEncryption {
    /// The encryption of a sample entry whose samples share one vector; nil for other entries.
    fileprivate init?(constantOf information: ArraySlice<UInt8>) {
        guard let name = schemeName(information), let box = boxes(["schi", "tenc"], in: information).first, box.count >= 25
        else { return nil }
        let track = Array(box)
        // There is no vector per sample, but a constant one preceded by its length.
        guard track[6] == 1, track[7] == 0, track[24] <= 16, track.count >= 25 + Int(track[24]) else { return nil }
        self.scheme = name
        vector = Array(track[25..<25 + Int(track[24])])
        keyID = Array(track[8..<24])
        encryptedBlocks = track[0] > 0 ? Int(track[5] >> 4) : 0
        skippedBlocks = track[0] > 0 ? Int(track[5] & 15) : 0
        subsamples = []
    }

    /// The encryption of a group whose samples share one vector and are fully encrypted; nil for other groups.
    fileprivate init?(constantOf entry: SampleGroups.Entry, scheme: String) {
        guard entry.vectorSize == 0, !entry.constantVector.isEmpty else { return nil }
        self.scheme = scheme
        vector = entry.constantVector
        keyID = entry.keyID
        encryptedBlocks = entry.encryptedBlocks
        skippedBlocks = entry.skippedBlocks
        subsamples = []
    }
}
