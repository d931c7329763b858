// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Which track of each kind is played of segments that have several of one kind. A value.
///
/// MPEG-TS may carry several sounds or pictures, and each segment is opened anew: the same track plays from segment to segment.
struct TrackChoice {
    /// By kind, the container's number of the track that plays.
    private var ids: [TrackKind: Int] = [:]
    /// Of the segment at hand: by kind, the track's place.
    private var places: [TrackKind: Int] = [:]

    mutating func beginSegment() { places = [:] }

    /// - Parameter tracks: those of the segment known so far, in its order.
    mutating func admits(_ sample: Sample, among tracks: () -> [MediaTrack]) -> Bool {
        let kind = sample.format.kind
        guard kind != .text else { return true }
        if let place = places[kind] { return place == sample.track }
        let candidates = tracks().filter { $0.kind == kind }
        let playable = candidates.filter(\.canBeDecoded)
        let choice = playable.first { $0.id == ids[kind] } ?? playable.first ?? candidates.first
        guard let choice else { return true }
        (ids[kind], places[kind]) = (choice.id, choice.track)
        return choice.track == sample.track
    }
}
