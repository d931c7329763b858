// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// Decodes the image subtitles of a file as they are read. The coded samples of all such tracks are held for a while, so that a newly
/// chosen one is shown at once. Used on the reading thread.
struct FileImageSubtitles {
    private struct Held {
        var sample: Sample
        /// Seconds on the item's timeline.
        var time: Double
    }

    private let tracks: Set<Int>
    private let video: PixelSize?
    private var held: [Int: Deque<Held>] = [:]
    private var bytes = 0
    private var chosen: Int?
    private var decoder: PictureSubtitleDecoder

    /// Seconds held behind the position. Most visible subtitles began within that time, as did everything they depend on.
    private static let retention = 60.0
    /// More than half an hour of a disc's subtitles.
    private static let maximumBytes = 32 << 20
    private static let maximumSamples = 20_000

    /// - Parameter video: the coded size of the video.
    init(_ tracks: [TextTrack] = [], video: PixelSize? = nil) {
        self.tracks = Set(tracks.filter(\.coding.isPictures).map(\.track))
        self.video = video
        decoder = PictureSubtitleDecoder(video: video)
    }

    func has(_ track: Int) -> Bool { tracks.contains(track) }

    /// - Parameter time: seconds on the item's timeline.
    mutating func add(_ sample: Sample, at time: Double) -> [ImageSubtitleSet] {
        guard has(sample.track) else { return [] }
        held[sample.track, default: []].append(Held(sample: sample, time: time))
        bytes += sample.size
        while bytes > Self.maximumBytes || held[sample.track]!.count > Self.maximumSamples {
            dropOldest(of: largest(besides: sample.track))
        }
        return sample.track == chosen ? decode(sample, at: time) : []
    }

    /// - Parameter track: its index in the file; nil decodes none.
    /// - Returns: what the held samples show.
    mutating func choose(_ track: Int?) -> [ImageSubtitleSet] {
        guard track != chosen else { return [] }
        chosen = track
        decoder = PictureSubtitleDecoder(video: video)
        guard let track, let samples = held[track] else { return [] }
        return samples.flatMap { decode($0.sample, at: $0.time) }
    }

    /// The next samples come from another position in the file.
    mutating func restart() {
        held.removeAll()
        bytes = 0
        // Flushing is not enough: the decoder of DVB subtitles ignores a page with the number of the last one.
        decoder = PictureSubtitleDecoder(video: video)
    }

    /// Drops old samples. Keeps the last sample of a track from before, because it may still be visible.
    mutating func trim(before position: Double) {
        for track in held.keys {
            while held[track]!.count > 1, held[track]![1].time < position - Self.retention { dropOldest(of: track) }
        }
    }

    private func decode(_ sample: Sample, at time: Double) -> [ImageSubtitleSet] {
        // Tracks without a decoder are not offered, so errors can be ignored.
        let subtitles = (try? decoder.decode(sample, at: time)) ?? []
        return subtitles.map { ImageSubtitleSet($0, of: sample.track) }
    }

    private func largest(besides track: Int) -> Int {
        if held[track]!.count > Self.maximumSamples { return track }
        return held.max { $0.value.reduce(0) { $0 + $1.sample.size } < $1.value.reduce(0) { $0 + $1.sample.size } }?.key ?? track
    }

    private mutating func dropOldest(of track: Int) {
        guard let oldest = held[track]?.popFirst() else { return }
        bytes -= oldest.sample.size
    }
}
