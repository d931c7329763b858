// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How the samples of a track are encrypted, according to an initialization section (ISO/IEC 23001-7).
public struct TrackProtection: Hashable, Sendable {
    public var kind: TrackKind
    /// RFC 6381, of the track without its encryption.
    public var codec: String
    /// The scheme in four characters, such as `cenc` or `cbcs`.
    public var scheme: String
    /// The identifiers of 16 bytes of the keys that the section names: the default one, unless it is zero, and those of sample groups.
    public var keyIDs: [[UInt8]]

    /// - Parameters:
    ///   - kind: that of the track.
    ///   - codec: RFC 6381.
    ///   - scheme: four characters.
    ///   - keyIDs: of 16 bytes each.
    public init(kind: TrackKind, codec: String, scheme: String, keyIDs: [[UInt8]]) {
        (self.kind, self.codec, self.scheme, self.keyIDs) = (kind, codec, scheme, keyIDs)
    }

    /// The encrypted tracks of an initialization section.
    public static func all(in section: [UInt8]) -> [TrackProtection] {
        var found: [TrackProtection] = []
        guard let header = MovieHeader(section) else { return [] }
        for track in header.tracks {
            guard let box = track.boxes.first.flatMap({ BoxRange.all(in: $0, of: section).first }),
                let table = BoxRange.find(["mdia", "minf", "stbl"], in: box.payload, of: section),
                let description = BoxRange.first("stsd", in: table.payload, of: section), description.payload.count > 8,
                let entry = BoxRange.all(
                    in: (description.payload.lowerBound + 8)..<description.payload.upperBound, of: section
                ).first, entry.kind == "encv" || entry.kind == "enca", let information = SampleEntry.protection(entry, section)
            else { continue }
            var scheme = "cenc"
            if let type = BoxRange.first("schm", in: information.payload, of: section) {
                var reader = ByteReader(section, type.payload)
                if reader.skip(4), let code = reader.uint32() { scheme = FourCC(code).text }
            }
            var ids: [[UInt8]] = []
            // The version, the pattern, whether samples are protected, the length of their vectors, and the identifier (8.2).
            if let defaults = BoxRange.find(["schi", "tenc"], in: information.payload, of: section), defaults.payload.count >= 24 {
                let start = defaults.payload.lowerBound + 8
                add(section[start..<(start + 16)], to: &ids)
            }
            readGroups(in: table.payload, of: section, &ids)
            found.append(TrackProtection(kind: track.kind, codec: track.codec, scheme: scheme, keyIDs: ids))
        }
        return found
    }

    /// The identifiers of 16 bytes of the keys that the sample groups of a movie fragment name.
    /// - Parameter fragment: bytes that begin with a `moof` box.
    public static func keyIDs(inFragment fragment: [UInt8]) -> [[UInt8]] {
        var ids: [[UInt8]] = []
        guard let movie = BoxRange.first("moof", in: 0..<fragment.count, of: fragment) else { return [] }
        for box in BoxRange.all(in: movie.payload, of: fragment) where box.kind == "traf" {
            readGroups(in: box.payload, of: fragment, &ids)
        }
        return ids
    }

    private static func add(_ id: ArraySlice<UInt8>, to ids: inout [[UInt8]]) {
        let id = [UInt8](id)
        // Zero stands for none.
        if id.contains(where: { $0 != 0 }), !ids.contains(id) { ids.append(id) }
    }

    /// Reads `sgpd` boxes of the type `seig` (6).
    private static func readGroups(in range: Range<Int>, of bytes: [UInt8], _ ids: inout [[UInt8]]) {
        for box in BoxRange.all(in: range, of: bytes) where box.kind == "sgpd" {
            var reader = ByteReader(bytes, box.payload)
            guard let version = reader.uint8(), reader.skip(3), let type = reader.uint32(), FourCC(type) == "seig" else { continue }
            // Version 0 states no lengths, but those of this type without a vector have 20 bytes.
            let length = version == 0 ? 20 : Int(reader.uint32() ?? 0)
            if version > 1 { _ = reader.skip(4) }
            guard let count = reader.uint32() else { continue }
            for _ in 0..<count {
                let size = length == 0 ? Int(reader.uint32() ?? 0) : length
                guard size >= 20, size <= reader.left else { break }
                let start = reader.offset + 4
                add(bytes[start..<(start + 16)], to: &ids)
                _ = reader.skip(size)
            }
        }
    }
}
