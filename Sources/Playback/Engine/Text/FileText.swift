// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The text tracks of a media file: which one is read, and what of each was loaded. A value type.
///
/// Text is small, so the text of all tracks is kept: a newly chosen track is shown at once.
struct FileText {
    struct Sample: Sendable {
        /// The index of its track in the file.
        var track: Int
        var bytes: [UInt8]
        /// On the item's timeline.
        var range: TimeRange
    }

    /// The selectable tracks, in the order of the presentation's subtitles.
    let tracks: [TextTrack]
    /// The CEA-608 track that is reported like captions embedded in the video.
    private let captions: TextTrack?
    /// Seconds to add to the file's times to get the item's timeline.
    private let offset: Double
    private var kept: [[TextResource]]
    /// Samples without a duration, by track. They last until the next one.
    private var waiting: [Int: Sample] = [:]
    private var bytes = 0
    private(set) var chosen: Int?

    /// About ten times the subtitles of a feature film.
    private static let maximumBytes = 16 << 20

    init(_ tracks: [TextTrack] = [], offset: Double = 0) {
        self.tracks = tracks.filter { $0.coding != .closedCaptions }
        captions = tracks.first { $0.coding == .closedCaptions }
        self.offset = offset
        kept = self.tracks.map { _ in [] }
    }

    var presentation: Presentation {
        var presentation = Presentation(variants: [], contentTypes: [.main])
        presentation.subtitles = tracks.enumerated().map { $1.rendition(number: $0 + 1) }
        presentation.closedCaptions = captions.map { [$0.rendition(number: 1, channel: "CC1")] } ?? []
        presentation.chosenSubtitles = chosen
        return presentation
    }

    /// The first track in one of these languages, given in order of preference; nil when there is none.
    func track(in languages: [String]) -> Int? { tracks.first(in: languages) }

    /// - Returns: the facts to report; empty when nothing changes.
    mutating func select(_ index: Int?) -> [TextFact] {
        guard index != chosen, index.map({ tracks.indices.contains($0) }) ?? true else { return [] }
        chosen = index
        return [.discarded(from: -.infinity)] + (index.map { kept[$0] } ?? []).map { .loaded($0) }
    }

    /// Takes a sample. One that was read before, such as after a seek, is ignored.
    mutating func add(_ sample: Sample) -> [TextFact] {
        var facts: [TextFact] = []
        if var last = waiting.removeValue(forKey: sample.track), last.range.start < sample.range.start {
            // After a jump, the next one may be far away.
            last.range.end = min(sample.range.start, last.range.start + Self.maximumDuration)
            facts = keep(last)
        }
        guard sample.range.duration <= 0 else { return facts + keep(sample) }
        waiting[sample.track] = sample
        return facts
    }

    /// No more samples follow. Those waiting for the next one get a duration of 4 seconds.
    mutating func finish() -> [TextFact] {
        defer { waiting = [:] }
        return waiting.values.sorted { $0.track < $1.track }.flatMap { sample in
            var sample = sample
            sample.range.end = sample.range.start + 4
            return keep(sample)
        }
    }

    /// The longest duration in seconds of a sample that declares none.
    private static let maximumDuration = 10.0

    private mutating func keep(_ sample: Sample) -> [TextFact] {
        guard let index = tracks.firstIndex(where: { $0.track == sample.track }), !sample.bytes.isEmpty,
            bytes + sample.bytes.count <= Self.maximumBytes
        else { return [] }
        let track = tracks[index]
        let resource = TextResource(
            rendition: index, format: .sample(track.coding), bytes: sample.bytes, header: track.header, range: sample.range, offset: offset)
        let position = kept[index].lastIndex { $0.range.start <= sample.range.start }.map { $0 + 1 } ?? 0
        let near = kept[index][..<position].reversed().prefix { $0.range.start == sample.range.start }
        guard !near.contains(where: { $0.bytes == resource.bytes }) else { return [] }
        kept[index].insert(resource, at: position)
        bytes += sample.bytes.count
        return index == chosen ? [.loaded(resource)] : []
    }
}

extension [TextTrack] {
    /// The index of the first track in one of these languages, given in order of preference; nil when there is none.
    func first(in languages: [String]) -> Int? {
        let candidates = enumerated().compactMap { index, track in
            track.isForced ? nil : track.language.flatMap { LanguageTag($0) }.map { (index: index, tag: $0) }
        }
        return LanguageTag.best(for: languages.compactMap { LanguageTag($0) }, among: candidates.map(\.tag)).map { candidates[$0].index }
    }
}

extension TextTrack {
    /// - Parameters:
    ///   - number: the number of the track, from 1, for tracks with neither name nor language.
    ///   - channel: the channel of closed captions.
    func rendition(number: Int, channel: String? = nil) -> Presentation.Rendition {
        Presentation.Rendition(
            name: name ?? language ?? channel ?? "Subtitles \(number)", language: language,
            characteristics: describesSound ? ["public.accessibility.transcribes-spoken-dialog"] : [], isDefault: isDefault,
            isForced: isForced, isAutoselect: true, channel: channel)
    }
}
