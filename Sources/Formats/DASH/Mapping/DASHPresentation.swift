// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS
package import WindowboxMedia

/// A manifest as a multivariant playlist and media playlists: what a streaming session understands.
///
/// Each track has a playlist at an address of its own, which is the manifest's with a fragment that no server sees.
package struct DASHPresentation: Sendable {
    package private(set) var manifest: DASHManifest
    package let tracks: [DASHTrack]
    package let address: String
    private var numbering = DASHNumbering()
    /// What of the manifest's events lies in which segments, by the tracks whose playlists were written.
    private var segments: [Int: [DASHSegments.Location: DASHSegmentEvents]] = [:]

    private static let mark = "#windowbox-dash="

    /// - Parameter address: absolute; the tracks' addresses are made of it.
    /// - Throws: when nothing in it can be played here.
    package init(_ manifest: DASHManifest, address: String) throws(DASHError) {
        self.manifest = manifest
        self.address = address
        // The main content is what lasts longest; an advertisement before it may have fewer qualities and languages.
        // A period that is only announced has no content yet.
        let model = manifest.periods.filter(\.hasMedia).max { Self.length($0) < Self.length($1) }
        var tracks: [DASHTrack] = []
        for set in model?.sets ?? [] { for representation in set.representations { tracks.append(DASHTrack(set, representation)) } }
        guard tracks.contains(where: { $0.kind == .video || $0.kind == .audio }) else {
            throw DASHError(
                .missing, message: manifest.periods.isEmpty ? "no period has begun yet" : "there is neither picture nor sound in it",
                cure: "list an AdaptationSet of video or audio whose essential properties are known here")
        }
        self.tracks = tracks
        numbering.adopt(manifest)
    }

    private static func length(_ period: DASHPeriod) -> Double { (period.end ?? .infinity) - period.start }

    /// Goes on with a later version of the manifest.
    package mutating func update(_ manifest: DASHManifest) {
        // A cache may answer with an older version than another one did before.
        if let old = self.manifest.publishTime, let new = manifest.publishTime, new < old { return }
        if manifest.beginsAnew(behind: self.manifest) { numbering.beginAnew() }
        self.manifest = manifest
        numbering.adopt(manifest)
    }

    /// Seconds that a version of the manifest holds good; nil when it does for ever.
    package var lifetime: Double? { manifest.isDynamic ? manifest.minimumUpdatePeriod : nil }

    // MARK: Addresses

    package func address(of track: Int) -> String { Self.plain(address) + Self.mark + String(track) }

    /// The track that an address stands for; nil for an address of something else.
    package func track(at address: String) -> Int? {
        let start = Self.plain(self.address) + Self.mark
        guard address.hasPrefix(start), let track = Int(address.dropFirst(start.count)), tracks.indices.contains(track) else { return nil }
        return track
    }

    /// What an address of text with its place in time stands for: the text's own address, and the ticks of 90 kHz that its time 0 is at.
    package func text(at address: String) -> (url: String, ticks: Int64)? {
        let start = Self.plain(self.address) + DASHPlaylistBuilder.textMark
        guard address.hasPrefix(start) else { return nil }
        let parts = address.dropFirst(start.count).split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let ticks = Int64(parts[0]) else { return nil }
        return (String(parts[1]), ticks)
    }

    private static func plain(_ address: String) -> String { String(address.prefix { $0 != "#" }) }

    // MARK: Events

    /// The manifest's events during a segment of a playlist that was written; those that began before it are among them.
    package func events(at url: String, _ range: ByteRange?) -> [EventMessage] {
        let location = DASHSegments.Location(url: url, range: range)
        for found in segments.values { if let events = found[location] { return events.messages } }
        return []
    }

    // MARK: Segment indexes

    /// The indexes that have to be read before a track's playlist can be written.
    package func indexes(of track: Int) -> [DASHSegments.Location] {
        guard manifest.hasIndexes else { return [] }
        return manifest.periods.compactMap { tracks[track].representation(in: $0)?.segments.index }
    }

    // MARK: The playlist of a track

    /// - Parameters:
    ///   - indexes: what came of ``indexes(of:)``.
    ///   - now: seconds since 1970 by the author's clock.
    package mutating func playlist(
        of track: Int, indexes: [DASHSegments.Location: DASHSegmentIndex], now: Double
    ) throws(DASHError) -> MediaPlaylist {
        let writer = DASHPlaylistBuilder(
            manifest: manifest, track: tracks[track], address: Self.plain(address), indexes: indexes, now: now)
        let items = try writer.items(from: numbering.windowStart(of: track))
        let first = numbering.number(items, of: track)
        segments[track] = DASHSegmentEvents.all(of: items, in: manifest)
        return writer.playlist(
            items, firstSequence: first.sequence, dropping: first.dropped, periods: numbering.periods, base: manifest.url)
    }
}

extension DASHManifest {
    /// Whether the periods that both versions name begin at other moments: the start of a presentation does not move.
    fileprivate func beginsAnew(behind old: DASHManifest) -> Bool {
        guard isDynamic, old.isDynamic, (availabilityStart - old.availabilityStart).magnitude > 1 else { return false }
        return periods.contains { period in
            old.periods.contains {
                $0.key == period.key && (availabilityStart + period.start - old.availabilityStart - $0.start).magnitude > 1
            }
        }
    }
}
