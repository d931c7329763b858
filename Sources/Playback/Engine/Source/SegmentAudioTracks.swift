// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The audio tracks inside the segments of a content type: what is offered, and which one is heard. A value.
///
/// MPEG-TS and fMP4 segments may carry several audio tracks of which the playlist says nothing. Each segment is opened anew, and
/// another variant may number its tracks differently, so tracks are told apart by their number first, then by their language, then
/// by their order. Tracks that come one after the other, as where an ad speaks another language, are no choice.
struct SegmentAudioTracks: Sendable {
    /// All tracks met so far that can be decoded.
    private(set) var offered: [MediaTrack] = []
    /// What is heard: an index in ``offered``.
    private(set) var chosen = 0
    /// Of the present segment: the index in ``offered`` by the track's place.
    private var indices: [Int: Int] = [:]
    /// The track of the present segment that is heard: its place.
    private var heard: Int?

    mutating func beginSegment() {
        indices = [:]
        heard = nil
    }

    /// Takes up a track of the present segment with its first sample.
    /// - Parameters:
    ///   - tracks: those of the segment known so far.
    ///   - isChoice: whether those that nobody hears could be heard instead.
    /// - Returns: whether more is offered than before.
    mutating func find(_ track: Int, among tracks: () -> [MediaTrack], isChoice: Bool = true) -> Bool {
        guard indices[track] == nil, heard != track else { return false }
        let candidates = tracks().filter { $0.kind == .audio }
        let playable = candidates.filter(\.canBeDecoded)
        let before = offered.count
        match(playable, isChoice: isChoice)
        // A segment without the chosen track plays another one instead of silence.
        let present = indices.first { $0.value == chosen }?.key
        heard = heard ?? present ?? playable.first?.track ?? candidates.first?.track ?? track
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

    func isHeard(_ track: Int) -> Bool { heard == track }

    /// Where a track of the present segment stands in ``offered``.
    func index(of track: Int) -> Int? { indices[track] }

    mutating func choose(_ index: Int) {
        chosen = index
        if let track = indices.first(where: { $0.value == index })?.key { heard = track }
    }

    /// nil where there is no choice.
    var renditions: [Presentation.Rendition]? {
        guard offered.count > 1 else { return nil }
        return offered.enumerated().map { $1.rendition(number: $0 + 1, isDefault: $0 == 0) }
    }
}

extension MediaTrack {
    /// An audio track as it is offered.
    /// - Parameter number: names it where nothing else does, from 1.
    func rendition(number: Int, isDefault: Bool) -> Presentation.Rendition {
        var characteristics: [String] = []
        if describesVideo { characteristics.append("public.accessibility.describes-video") }
        if isOriginal { characteristics.append("public.original-content") }
        return Presentation.Rendition(
            name: name ?? language ?? "Audio \(number)", language: language, characteristics: characteristics, isDefault: isDefault,
            isAutoselect: true, channels: channels.map(String.init))
    }
}
