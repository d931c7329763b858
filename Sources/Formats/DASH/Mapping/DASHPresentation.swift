// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS
package import WindowboxMedia

/// A manifest presented as a multivariant playlist and media playlists, which a streaming session understands.
///
/// Each track's playlist has its own URL: the manifest's with a fragment, which is never sent to a server.
package struct DASHPresentation: Sendable {
    package private(set) var manifest: DASHManifest
    package let tracks: [DASHTrack]
    package let address: String
    private var numbering = DASHNumbering()
    /// The manifest's events by segment, for each track whose playlist was built.
    private var segments: [Int: [DASHSegments.Location: DASHSegmentEvents]] = [:]

    private static let mark = "#windowbox-dash="

    /// - Parameter address: the manifest's absolute URL, from which the tracks' URLs are derived.
    /// - Throws: ``DASHError`` if nothing in the manifest can be played.
    package init(_ manifest: DASHManifest, address: String) throws(DASHError) {
        self.manifest = manifest
        self.address = address
        var tracks: [DASHTrack] = []
        for set in Self.sets(of: manifest) { for representation in set.representations { tracks.append(DASHTrack(set, representation)) } }
        guard !manifest.periods.isEmpty else {
            throw DASHError(
                .missing, message: "no period has begun yet", remedy: "try again when the presentation has begun, or list its first Period")
        }
        guard tracks.contains(where: { $0.kind == .video || $0.kind == .audio }) else {
            throw DASHError(
                .missing, message: "it contains no video or audio",
                remedy: "add a video or audio AdaptationSet that uses only supported essential properties")
        }
        self.tracks = tracks
        numbering.adopt(manifest)
    }

    /// The sets to choose from: those of the longest period, and those of the longest period with video or audio if that one has none.
    ///
    /// The longest period is the main content; ad periods may have fewer qualities and languages. Announced periods have no content yet.
    private static func sets(of manifest: DASHManifest) -> [DASHAdaptationSet] {
        let periods = manifest.periods.filter(\.hasMedia)
        func longest(with kind: DASHAdaptationSet.Kind? = nil) -> DASHPeriod? {
            periods.filter { period in kind.map { kind in period.sets.contains { $0.kind == kind } } ?? true }
                .max { length($0) < length($1) }
        }
        guard var sets = longest()?.sets else { return [] }
        for kind in [DASHAdaptationSet.Kind.video, .audio] where !sets.contains(where: { $0.carries(kind) }) {
            sets += longest(with: kind)?.sets.filter { $0.kind == kind } ?? []
        }
        return sets
    }

    private static func length(_ period: DASHPeriod) -> Double { (period.end ?? .infinity) - period.start }

    /// Continues with a later version of the manifest.
    package mutating func update(_ manifest: DASHManifest) {
        // A cache may return an older version than the one already loaded.
        if let old = self.manifest.publishTime, let new = manifest.publishTime, new < old { return }
        if manifest.beginsAnew(behind: self.manifest) { numbering.beginAnew() }
        self.manifest = manifest
        numbering.adopt(manifest)
    }

    /// Seconds for which a version of the manifest is valid; nil if it never changes.
    package var lifetime: Double? { manifest.isDynamic ? manifest.minimumUpdatePeriod : nil }

    // MARK: URLs

    package func address(of track: Int) -> String { Self.plain(address) + Self.mark + String(track) }

    /// The track that a URL identifies; nil for other URLs.
    package func track(at address: String) -> Int? {
        let start = Self.plain(self.address) + Self.mark
        guard address.hasPrefix(start), let track = Int(address.dropFirst(start.count)), tracks.indices.contains(track) else { return nil }
        return track
    }

    /// Splits the URL of a text file with a time offset into the file's own URL, and the 90 kHz media time of its time 0; nil for other
    /// URLs.
    package func text(at address: String) -> (url: String, ticks: Int64)? {
        let start = Self.plain(self.address) + DASHPlaylistBuilder.textMark
        guard address.hasPrefix(start) else { return nil }
        let parts = address.dropFirst(start.count).split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let ticks = Int64(parts[0]) else { return nil }
        return (String(parts[1]), ticks)
    }

    private static func plain(_ address: String) -> String { String(address.prefix { $0 != "#" }) }

    // MARK: Events

    /// The manifest's events during a segment of a playlist that was built, including those that began earlier.
    package func events(at url: String, _ range: ByteRange?) -> [EventMessage] {
        let location = DASHSegments.Location(url: url, range: range)
        for found in segments.values { if let events = found[location] { return events.messages } }
        return []
    }

    // MARK: Segment indexes

    /// The segment indexes to load before a track's playlist can be built. Those without a range are to be looked for in their files; if a
    /// file has none, its index is empty.
    package func indexes(of track: Int) -> [DASHSegments.Location] {
        guard manifest.hasIndexes else { return [] }
        let indexes = manifest.periods.compactMap { tracks[track].representation(in: $0)?.segments.index }
        // A live file may still grow, and is played as it is.
        return manifest.isDynamic ? indexes.filter { $0.range != nil } : indexes
    }

    // MARK: The playlist of a track

    /// - Parameters:
    /// - indexes: the loaded ``indexes(of:)``.
    /// - now: seconds since 1970 on the author's clock.
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
    /// Whether a period that both versions name has moved in real time: within one presentation, the start of a period never moves.
    fileprivate func beginsAnew(behind old: DASHManifest) -> Bool {
        guard isDynamic, old.isDynamic, (availabilityStart - old.availabilityStart).magnitude > 1 else { return false }
        return periods.contains { period in
            old.periods.contains {
                $0.key == period.key && (availabilityStart + period.start - old.availabilityStart - $0.start).magnitude > 1
            }
        }
    }
}

extension DASHAdaptationSet {
    /// Whether there is media of a kind in it, perhaps together with the other kind.
    fileprivate func carries(_ kind: Kind) -> Bool {
        if self.kind == kind { return true }
        guard self.kind == .video, kind == .audio else { return false }
        // Without codecs, audio may be in the same file.
        return representations.contains { $0.codecs.isEmpty || $0.codecs.contains { Codec($0).kind == .audio } }
    }
}
