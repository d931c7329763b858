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
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(slowest: Double(parts[0]), fastest: Double(parts[1]))
    }

    /// Adds the tag to a playlist.
    package func add(to playlist: inout MediaPlaylist) {
        let value = [slowest, fastest].map { $0.map { String($0) } ?? "" }.joined(separator: ",")
        if value != "," { playlist.unknownTags.append(UnknownTag(name: Self.name, value: value)) }
    }
}
