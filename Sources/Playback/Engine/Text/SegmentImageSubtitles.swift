// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// Decodes the image subtitles inside segments. The coded samples of all tracks are held, so that a newly chosen track is shown at once.
/// Used on one thread.
struct SegmentImageSubtitles {
    struct Entry {
        var sample: Sample
        /// An index in ``SegmentSubtitleTracks/offered``.
        var track: Int
        /// Seconds on the item's timeline.
        var time: Double
        /// Where the sample's segment begins, in seconds.
        var origin: Double
        /// The discontinuity that the segment belongs to.
        var clock: Int
    }

    private var held: [Int: Deque<Entry>] = [:]
    private var bytes = 0
    /// Where segments of another clock begin. Earlier subtitles end there.
    private var boundaries: [(clock: Int, time: Double)] = []
    private var chosen: Int?
    private var decoder = PictureSubtitleDecoder()
    private var decoderClock: Int?

    /// Seconds held behind the position. Most visible subtitles began within that time, as did everything they depend on.
    private static let retention = 60.0
    private static let maximumBytes = 32 << 20
    private static let maximumSamples = 20_000
    /// Seconds by which playlists and timestamps disagree.
    private static let slack = 0.05

    /// A segment of a clock begins.
    /// - Returns: where earlier subtitles end, in seconds; nil if they continue.
    mutating func begin(clock: Int, at time: Double) -> Double? {
        guard boundaries.last?.clock != clock else { return nil }
        boundaries.append((clock, time))
        return boundaries.count > 1 ? time - Self.slack : nil
    }

    /// Shows nothing from a time on.
    func clearing(at time: Double) -> [ImageSubtitleSet] {
        chosen.map { [ImageSubtitleSet(track: $0, start: time, end: nil, images: [])] } ?? []
    }

    mutating func add(_ entry: Entry) -> [ImageSubtitleSet] {
        // A segment that was interrupted is read again from its beginning.
        guard !holds(entry) else { return [] }
        held[entry.track, default: []].append(entry)
        bytes += entry.sample.size
        if held[entry.track]!.count > Self.maximumSamples { dropFirst(of: entry.track) }
        while bytes > Self.maximumBytes, let oldest = held.min(by: { $0.value[0].time < $1.value[0].time })?.key { dropFirst(of: oldest) }
        return entry.track == chosen ? decode(entry) : []
    }

    /// Takes the samples of a segment before those that are held.
    /// - Parameter origin: where the held samples of segments that are played begin, in seconds.
    /// - Returns: what the chosen track shows before the origin.
    mutating func precede(_ entries: [Entry], before origin: Double) -> [ImageSubtitleSet] {
        for entry in entries.reversed() where entry.time < origin && bytes + entry.sample.size <= Self.maximumBytes {
            held[entry.track, default: []].prepend(entry)
            bytes += entry.sample.size
        }
        guard let chosen else { return [] }
        // The decoder that follows playback must not be disturbed.
        let decoder = PictureSubtitleDecoder()
        return (held[chosen] ?? []).prefix { $0.time < origin && $0.origin < origin - Self.slack }
            .flatMap { (try? decoder.decode($0.sample, at: $0.time)) ?? [] }
            .filter { $0.start < origin }
            .map { ImageSubtitleSet($0, of: chosen) }
    }

    /// - Parameter track: nil decodes none.
    /// - Returns: what the held samples show.
    mutating func choose(_ track: Int?) -> [ImageSubtitleSet] {
        chosen = track
        return replay()
    }

    /// Drops the samples of segments from a time on, because they are loaded again.
    /// - Returns: what the others show.
    mutating func discard(from time: Double) -> [ImageSubtitleSet] {
        for track in held.keys {
            while let last = held[track]?.last, last.origin >= time - Self.slack {
                bytes -= last.sample.size
                held[track]!.removeLast()
            }
            if held[track]!.isEmpty { held[track] = nil }
        }
        boundaries.removeAll { $0.time >= time - Self.slack }
        return replay()
    }

    /// The next samples come from another position.
    mutating func restart() {
        held = [:]
        bytes = 0
        boundaries = []
        decoderClock = nil
    }

    /// Drops old samples. Keeps the last one of a track, because it may still be visible.
    mutating func trim(before position: Double) {
        let limit = position - Self.retention
        for track in held.keys { while held[track]!.count > 1, held[track]![1].time < limit { dropFirst(of: track) } }
        while boundaries.count > 1, boundaries[1].time < limit { boundaries.removeFirst() }
    }

    private func holds(_ entry: Entry) -> Bool {
        guard let list = held[entry.track] else { return false }
        let bytes = entry.sample.text
        return list.reversed().lazy.prefix(500).contains {
            abs($0.time - entry.time) < 0.0005 && $0.clock == entry.clock && $0.sample.size == bytes.count && $0.sample.text == bytes
        }
    }

    private mutating func replay() -> [ImageSubtitleSet] {
        decoderClock = nil
        guard let chosen else { return [] }
        return (held[chosen] ?? []).flatMap { decode($0) } + boundaries.dropFirst().flatMap { clearing(at: $0.time - Self.slack) }
    }

    private mutating func decode(_ entry: Entry) -> [ImageSubtitleSet] {
        // Decoders keep pages and ignore repeated ones, so each clock and each replay needs a new one.
        if decoderClock != entry.clock {
            decoder = PictureSubtitleDecoder()
            decoderClock = entry.clock
        }
        // Tracks without a decoder are not offered, so errors can be ignored.
        let subtitles = (try? decoder.decode(entry.sample, at: entry.time)) ?? []
        let end = end(of: entry.clock)
        return subtitles.filter { $0.start < end }.map { ImageSubtitleSet($0, of: entry.track) }
    }

    /// Where the segments of a clock end, as far as is known.
    private func end(of clock: Int) -> Double {
        guard let index = boundaries.lastIndex(where: { $0.clock == clock }), index + 1 < boundaries.count else { return .infinity }
        return boundaries[index + 1].time - Self.slack
    }

    private mutating func dropFirst(of track: Int) {
        guard let first = held[track]?.popFirst() else { return }
        bytes -= first.sample.size
        if held[track]!.isEmpty { held[track] = nil }
    }
}
