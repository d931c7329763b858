// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Chooses the video track to show from segments that have several. A value type.
///
/// Each segment is opened separately, but the same track is shown throughout.
struct VideoTrackSelection {
    /// The container's number of the track.
    private var id: Int?
    /// The index of the track in the current segment.
    private var track: Int?

    mutating func beginSegment() { track = nil }

    /// - Parameter tracks: the segment's tracks known so far, in order.
    mutating func admits(_ sample: Sample, among tracks: () -> [MediaTrack]) -> Bool {
        guard sample.format.kind == .video else { return true }
        if let track { return track == sample.track }
        let candidates = tracks().filter { $0.kind == .video }
        let playable = candidates.filter(\.canBeDecoded)
        guard let choice = playable.first(where: { $0.id == id }) ?? playable.first ?? candidates.first else { return true }
        (id, track) = (choice.id, choice.track)
        return choice.track == sample.track
    }
}
