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
        let parts = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(slowest: Self.rate(parts[0]), fastest: Self.rate(parts[1]))
    }

    /// The tag states thousandths, because Embedded Swift neither reads nor writes floating-point numbers as text.
    private static func rate(_ digits: Substring.UTF8View) -> Double? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Double(digits.reduce(0) { $0 * 10 + Int($1 - 48) }) / 1000
    }

    /// Adds the tag to a playlist.
    package func add(to playlist: inout MediaPlaylist) {
        let value = [slowest, fastest].map { $0.map { "\(Int(($0 * 1000).rounded()))" } ?? "" }.joined(separator: ",")
        if value != "," { playlist.unknownTags.append(UnknownTag(name: Self.name, value: value)) }
    }
}
