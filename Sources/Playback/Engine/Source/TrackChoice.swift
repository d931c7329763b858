// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Which video track is shown of segments that have several. A value.
///
/// Each segment is opened anew: the same track is shown from segment to segment.
struct TrackChoice {
    /// The container's number of the track.
    private var id: Int?
    /// Of the present segment: the track's place.
    private var place: Int?

    mutating func beginSegment() { place = nil }

    /// - Parameter tracks: those of the segment known so far, in its order.
    mutating func admits(_ sample: Sample, among tracks: () -> [MediaTrack]) -> Bool {
        guard sample.format.kind == .video else { return true }
        if let place { return place == sample.track }
        let candidates = tracks().filter { $0.kind == .video }
        let playable = candidates.filter(\.canBeDecoded)
        guard let choice = playable.first(where: { $0.id == id }) ?? playable.first ?? candidates.first else { return true }
        (id, place) = (choice.id, choice.track)
        return choice.track == sample.track
    }
}
