// SPDX-License-Identifier: Apache-2.0

/// The playback rates at which the author of a live stream wants clients to keep their distance from the edge.
///
/// HLS has no equivalent. Playlists made from DASH manifests carry it in a private tag.
package struct CatchUpRates: Hashable, Sendable {
    /// At most 1; nil if the author sets no limit.
    package var slowest: Double?
    /// At least 1; nil if the author sets no limit.
    package var fastest: Double?

    private static let name = "EXT-X-WINDOWBOX-RATES"

    /// Values that no rate for catching up can have are left out.
    package init(slowest: Double?, fastest: Double?) {
        self.slowest = slowest.flatMap { (0.1...1).contains($0) ? $0 : nil }
        self.fastest = fastest.flatMap { (1...10).contains($0) ? $0 : nil }
    }

    /// Reads a playlist's tag; nil if it has none.
    package init?(of playlist: MediaPlaylist) {
        guard let tag = playlist.unknownTags.first(where: { $0.name == Self.name }), let value = tag.value else { return nil }
        let bytes = Array(value.utf8)
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        func rate(_ part: ArraySlice<UInt8>) -> Double? { DecimalText.parse(String(decoding: part, as: UTF8.self)) }
        self.init(slowest: rate(bytes[..<comma]), fastest: rate(bytes[(comma + 1)...]))
    }

    /// Adds the tag to a playlist.
    package func add(to playlist: inout MediaPlaylist) {
        let value = [slowest, fastest].map { $0.map { DecimalText.text($0) } ?? "" }.joined(separator: ",")
        if value != "," { playlist.unknownTags.append(UnknownTag(name: Self.name, value: value)) }
    }
}
