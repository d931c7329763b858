// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The audio tracks in the segments of a content type: those offered, and the selected one. A value type.
///
/// MPEG-TS and fMP4 segments may contain several audio tracks that the playlist does not list. Each segment is opened separately and
/// another variant may number its tracks differently, so tracks are matched by number first, then by language, then by order. Tracks that
/// follow one another, such as an ad in another language, are not offered as a choice.
struct SegmentAudioTracks: Sendable {
    /// All decodable tracks found so far.
    private(set) var offered: [MediaTrack] = []
    /// The selected track: an index in ``offered``.
    private(set) var chosen = 0
    /// The indices in ``offered`` of the current segment's tracks, by track index.
    private var indices: [Int: Int] = [:]
    /// The index of the track that is heard in the current segment.
    private var selected: Int?

    mutating func beginSegment() {
        indices = [:]
        selected = nil
    }

    /// Adds a track of the current segment with its first sample.
    /// - Parameters:
    ///   - tracks: the segment's tracks known so far.
    ///   - isChoice: whether the other tracks could be selected.
    /// - Returns: whether more tracks are offered than before.
    mutating func find(_ track: Int, among tracks: () -> [MediaTrack], isChoice: Bool = true) -> Bool {
        guard indices[track] == nil, selected != track else { return false }
        let candidates = tracks().filter { $0.kind == .audio }
        let playable = candidates.filter(\.canBeDecoded)
        let before = offered.count
        match(playable, isChoice: isChoice)
        // In a segment without the selected track, another one plays instead of silence.
        let present = indices.first { $0.value == chosen }?.key
        selected = selected ?? present ?? playable.first?.track ?? candidates.first?.track ?? track
        return offered.count > before
    }

    private mutating func match(_ tracks: [MediaTrack], isChoice: Bool) {
        let rules: [(MediaTrack, MediaTrack) -> Bool] = [
            { $0.id == $1.id && ($0.language == $1.language || $0.language == nil || $1.language == nil) },
            { $0.language != nil && $0.language == $1.language },
            { $0.language == nil || $1.language == nil },
        ]
        for rule in rules {
            for track in tracks where indices[track.track] == nil {
                let free = offered.indices.filter { !indices.values.contains($0) }
                if let index = free.first(where: { rule(offered[$0], track) }) { indices[track.track] = index }
            }
        }
        for track in tracks where indices[track.track] == nil && (offered.isEmpty || isChoice && tracks.count > 1) {
            indices[track.track] = offered.count
            offered.append(track)
        }
    }

    func isSelected(_ track: Int) -> Bool { selected == track }

    /// The index in ``offered`` of a track of the current segment.
    func index(of track: Int) -> Int? { indices[track] }

    mutating func choose(_ index: Int) {
        chosen = index
        if let track = indices.first(where: { $0.value == index })?.key { selected = track }
    }

    /// nil when there is no choice.
    var renditions: [Presentation.Rendition]? {
        guard offered.count > 1 else { return nil }
        return offered.enumerated().map { $1.rendition(number: $0 + 1, isDefault: $0 == 0) }
    }
}

extension MediaTrack {
    /// An audio track as a rendition.
    /// - Parameter number: used for the name when there is no other, from 1.
    func rendition(number: Int, isDefault: Bool) -> Presentation.Rendition {
        var characteristics: [String] = []
        if describesVideo { characteristics.append("public.accessibility.describes-video") }
        if isOriginal { characteristics.append("public.original-content") }
        return Presentation.Rendition(
            name: name ?? language ?? "Audio \(number)", language: language, characteristics: characteristics, isDefault: isDefault,
            isAutoselect: true, channels: channels.map(String.init))
    }
}
