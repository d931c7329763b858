// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// A segment or gap to be written to a playlist.
struct DASHPlaylistItem: Sendable {
    /// Identifies an item within a track. Sorts by time.
    struct Key: Comparable, Sendable {
        var period: UInt64
        var time: Double
        static func < (left: Key, right: Key) -> Bool {
            left.period == right.period ? left.time < right.time - 0.0005 : left.period < right.period
        }
    }

    var period: String
    /// The start of the part that is presented.
    var start: Double
    var duration: Double
    /// Seconds of media before the part that is presented.
    var lead = 0.0
    /// Seconds of media after the part that is presented.
    var tail = 0.0
    /// The segment's media times according to the manifest; nil if they are exact.
    var media: SegmentTrim.MediaSpan?
    /// Seconds by which its timestamps are ahead of those of the period's other sets; 0 if they share a clock.
    var clock = 0.0
    var location: DASHSegments.Location
    var initialization: DASHSegments.Location?
    var protection: DASHProtection?
    var isGap = false

    func key(in periods: [String: UInt64]) -> Key { Key(period: periods[period] ?? 0, time: start) }
}

/// Builds a media playlist from the segments of one track's representations, period by period.
struct DASHPlaylistBuilder {
    /// The maximum number of segments on demand. Live streams keep only the newest ``maxLiveSegments``.
    private static let maxSegments = 100_000
    /// Maximum number of segments in a live playlist, which keeps the newest.
    private static let maxLiveSegments = 10_000
    /// Gaps and overlaps up to this many seconds are treated as rounding errors.
    private static let slack = 0.25

    static let textMark = "#windowbox-text="

    let manifest: DASHManifest
    let track: DASHTrack
    /// The manifest's URL without a fragment.
    let address: String
    let indexes: [DASHSegments.Location: DASHSegmentIndex]
    let now: Double

    /// The current time on the presentation's timeline in seconds; infinite on demand.
    private var passed: Double { manifest.isDynamic ? now - manifest.availabilityStart : .infinity }

    /// - Parameter start: seconds on the presentation's timeline; items before it are left out where that saves work.
    func items(from start: Double) throws(DASHError) -> [DASHPlaylistItem] {
        var earliest = start
        if manifest.isDynamic, manifest.statedAvailabilityStart != nil, let depth = manifest.timeShiftBufferDepth {
            earliest = max(earliest, passed - depth)
        }
        var items: [DASHPlaylistItem] = []
        // The expected start of the next segment; nil if the window opens in mid-stream.
        var expected: Double? = earliest.isFinite || manifest.isDynamic ? nil : origin
        for (period, representation, timedSegments) in try listed(from: earliest) {
            let usual = timedSegments.map(\.duration).max() ?? 10
            let clock = representation.map { clockShift(of: $0, in: period) } ?? 0
            for segment in timedSegments where segment.end > period.start + DASHSegments.minPart {
                let whole = segment
                let segment = whole.presented(in: period)
                // Where periods meet in the middle of a segment, both list it, but it plays once.
                if let last = items.last, last.location == whole.location,
                    (last.start - last.lead - whole.start).magnitude < DASHSegments.minPart
                {
                    items[items.count - 1].duration = segment.end - last.start
                    items[items.count - 1].tail = whole.end - segment.end
                    expected = segment.end
                    continue
                }
                if let reached = expected, segment.start > reached + Self.slack {
                    items += gaps(from: reached, to: segment.start, piece: usual, period)
                }
                if let reached = expected, segment.end <= reached + 0.001 { continue }
                items.append(
                    DASHPlaylistItem(
                        period: period.key, start: segment.start, duration: segment.duration, lead: segment.start - whole.start,
                        tail: whole.end - segment.end, media: representation.flatMap { whole.supposedMedia($0.segments) },
                        clock: clock,
                        location: representation.map { timed(segment.location, of: $0, in: period) } ?? segment.location,
                        initialization: representation.flatMap(initialization), protection: representation?.protection))
                expected = segment.end
            }
            // Fills the rest of the period with gaps, so that the next period starts at its own time.
            if let end = period.end, end <= passed {
                let reached = expected ?? period.start
                if end > reached + Self.slack {
                    items += gaps(from: reached, to: end, piece: usual, period).filter { $0.start + $0.duration > earliest }
                }
                expected = max(reached, end)
            }
            guard items.count <= 2 * Self.maxSegments else { throw tooMany }
        }
        guard manifest.isDynamic || items.contains(where: { !$0.isGap }) else {
            throw DASHError(
                .missing, line: track.representation.segments.line, location: "Representation",
                message: "there is no segment in any period",
                remedy: "list its segments")
        }
        return manifest.isDynamic ? Array(items.suffix(Self.maxLiveSegments)) : items
    }

    private typealias Listed = (period: DASHPeriod, representation: DASHRepresentation?, timedSegments: [DASHTimedSegment])

    /// The periods to list, with their segments. Older periods of a live presentation are not read once the newer ones fill the maximum.
    private func listed(from earliest: Double) throws(DASHError) -> [Listed] {
        let limit = manifest.isDynamic ? Self.maxLiveSegments : Self.maxSegments
        var list: [Listed] = []
        var count = 0
        for period in manifest.periods.reversed() where period.start <= passed {
            if let end = period.end, end <= earliest { continue }
            let representation = track.representation(in: period)
            let timedSegments =
                try representation.map { representation throws(DASHError) in
                    try self.timedSegments(of: representation, in: period, from: earliest, limit: limit)
                } ?? []
            list.append((period, representation, timedSegments))
            // A period without segments of this track has at least one gap.
            count += max(timedSegments.count, 1)
            if manifest.isDynamic, count >= Self.maxLiveSegments { break }
            guard count <= 2 * Self.maxSegments else { throw tooMany }
        }
        return list.reversed()
    }

    private var tooMany: DASHError {
        DASHError(.limit, message: "a track has more than \(2 * Self.maxSegments) segments over all periods", remedy: "use longer segments")
    }

    /// Plain WebVTT and TTML files count from their period's start, but media timestamps may start anywhere. Adds the media time of the
    /// period's start to the URL.
    private func timed(
        _ location: DASHSegments.Location, of representation: DASHRepresentation, in period: DASHPeriod
    ) -> DASHSegments.Location {
        guard representation.isPlainText, case .whole = representation.segments.addressing,
            let media = period.sets.first(where: { $0.kind == .video }) ?? period.sets.first(where: { $0.kind == .audio }),
            let start = media.representations.first?.segments.mediaStart, start != 0, start.magnitude < 1e12
        else { return location }
        return .init(url: "\(address)\(Self.textMark)\(Int64((start * 90_000).rounded())),\(location.url)", range: location.range)
    }

    /// The start of an on-demand presentation: its first segment, even if the manifest's timeline begins long before.
    private var origin: Double {
        guard let period = manifest.periods.first else { return 0 }
        let starts = period.sets.filter { $0.kind == .video || $0.kind == .audio }.flatMap(\.representations).map {
            $0.segments.start(in: period)
        }
        return max(0, starts.min() ?? period.start)
    }

    private func timedSegments(
        of representation: DASHRepresentation, in period: DASHPeriod, from earliest: Double, limit: Int
    ) throws(DASHError) -> [DASHTimedSegment] {
        let segments = representation.segments
        guard let location = segments.index, location.range != nil || indexes[location]?.entries.isEmpty == false else {
            return try segments.timedSegments(
                in: .init(
                    period: period, start: earliest, available: passed, limit: limit, keepsNewest: manifest.isDynamic))
        }
        guard let index = indexes[location] else { return [] }
        // The index is authoritative: a rounded period duration must not remove segments.
        let end = period.endsWithPresentation ? .infinity : (period.end ?? .infinity) - DASHSegments.minPart
        return index.entries.compactMap { entry in
            let start = period.start + entry.start - segments.mediaStart
            guard start < end, start + entry.duration > earliest else { return nil }
            let ticks = MediaTime(seconds: entry.start, timescale: 1_000_000).value
            return DASHTimedSegment(
                start: start, duration: entry.duration, time: ticks, location: .init(url: location.url, range: entry.range))
        }
    }

    /// How far the media time of the period's start is from that of its first video, or else its first audio.
    ///
    /// Smaller differences come from sets that begin with a whole frame. Larger ones are evident from the media, and those where they aren't
    /// are errors of the author.
    private func clockShift(of representation: DASHRepresentation, in period: DASHPeriod) -> Double {
        guard track.kind == .video || track.kind == .audio,
            let reference = period.sets.first(where: { $0.kind == .video }) ?? period.sets.first(where: { $0.kind == .audio }),
            let leader = reference.representations.first
        else { return 0 }
        let shift = representation.segments.mediaStart - leader.segments.mediaStart
        return (0.1..<5).contains(shift.magnitude) ? shift : 0
    }

    /// A file with an index may contain its initialization section without the manifest's saying so.
    private func initialization(of representation: DASHRepresentation) -> DASHSegments.Location? {
        let segments = representation.segments
        if let stated = segments.initialization { return stated }
        guard let location = segments.index, let header = indexes[location]?.header else { return nil }
        return .init(url: location.url, range: header)
    }

    private func gaps(from start: Double, to end: Double, piece: Double, _ period: DASHPeriod) -> [DASHPlaylistItem] {
        let count = Int(min(max(((end - start) / max(piece, 0.5)).rounded(.up), 1), 1000))
        let length = (end - start) / Double(count)
        return (0..<count).map { index in
            DASHPlaylistItem(
                period: period.key, start: start + Double(index) * length, duration: length,
                location: .init(url: manifest.url, range: nil), isGap: true)
        }
    }

    // MARK: The playlist

    /// Whether no more segments will be added.
    private var isComplete: Bool {
        guard manifest.isDynamic else { return true }
        guard let end = manifest.end,
            manifest.minimumUpdatePeriod == nil || manifest.duration != nil && manifest.statedAvailabilityStart != nil
        else { return false }
        return passed >= end
    }

    func playlist(
        _ items: [DASHPlaylistItem], firstSequence: UInt64, dropping dropped: Int, periods: [String: UInt64], base: String
    ) -> MediaPlaylist {
        let items = items[min(dropped, items.count)...]
        let longest = items.map(\.duration).max() ?? 2
        var playlist = MediaPlaylist(targetDuration: Int(min(max(longest.rounded(), 1), 1e6)), baseURL: base)
        playlist.version = 8
        playlist.mediaSequence = firstSequence
        playlist.discontinuitySequence = items.first.flatMap { periods[$0.period] } ?? 0
        playlist.isEndList = isComplete
        playlist.isImagesOnly = track.kind == .image
        // Each trick-play segment begins with a keyframe, and only that is used.
        playlist.isIFramesOnly = track.kind == .trick
        if !isComplete { manifest.distance.rates?.add(to: &playlist) }
        let isDated = manifest.statedAvailabilityStart != nil && (manifest.isDynamic || manifest.availabilityStart > 0)
        if !isComplete, let delay {
            // Clients learn about new segments with a delay, so closer to the edge each segment would arrive too late.
            let segments = manifest.minimumUpdatePeriod == nil ? 2.0 : 3.0
            playlist.serverControl.holdBack = max(delay, segments * Double(playlist.targetDuration))
        }
        var previous: String?
        var start = 0.0
        for (index, item) in items.enumerated() {
            var segment = MediaSegment(
                uri: URIReference(Self.text(item.location.url), base: base), duration: item.duration,
                sequence: firstSequence + UInt64(index))
            segment.start = start
            segment.discontinuitySequence = periods[item.period] ?? 0
            start += item.duration
            segment.byteRange = item.location.range
            segment.isGap = item.isGap
            trim(of: item)?.add(to: &segment)
            segment.isDiscontinuity = previous.map { $0 != item.period } ?? false
            previous = item.period
            if isDated {
                segment.statesProgramDateTime = true
                segment.programDateTime = manifest.availabilityStart + item.start
            }
            let keys = item.protection.map { DASHKeys.keys($0) } ?? []
            segment.keys = keys
            if let section = item.initialization {
                segment.map = InitializationMap(uri: URIReference(Self.text(section.url), base: base), byteRange: section.range)
            }
            if track.kind == .image, let size = track.representation.size, let tiles = track.representation.tiles, !item.isGap {
                segment.tiles = Tiles(
                    size: PixelSize(width: size.width / tiles.width, height: size.height / tiles.height), columns: tiles.width,
                    rows: tiles.height, duration: item.duration / Double(tiles.width * tiles.height))
            }
            playlist.segments.append(segment)
        }
        return playlist
    }

    /// The distance from the end of the playlist that the author asks for, in seconds.
    private var delay: Double? {
        guard let latency = manifest.distance.targetLatency else { return manifest.distance.suggested }
        // Segments that are listed before they are complete reach beyond the present.
        let early = track.representation.segments.availabilityTimeOffset
        return latency + (early.isFinite ? max(early, 0) : 0)
    }

    /// The part of a segment that is not presented. Less than an audio frame is due to rounding, or to audio that continues past the end of
    /// its period.
    private func trim(of item: DASHPlaylistItem) -> SegmentTrim? {
        guard !item.isGap, track.kind == .video || track.kind == .audio else { return nil }
        let minimum = track.kind == .video ? 0.005 : 0.05
        // The end of the last period is rounded, or that of only one track, and nothing follows.
        let isLast = item.period == manifest.periods.last?.key
        let trim = SegmentTrim(
            lead: item.lead > minimum ? item.lead : 0, cutsEnd: !isLast && item.tail > minimum, media: item.media,
            clock: item.clock)
        return trim == SegmentTrim() ? nil : trim
    }

    /// Percent-encodes characters that would break a playlist line or a quoted string.
    static func text(_ url: String) -> String {
        PercentEncoding.encoded(url) { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == 0x7F }
    }
}
