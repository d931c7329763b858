// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// The tracks of image subtitles in the segments of a content type. A value type.
///
/// Each segment is opened separately and another variant may number its tracks differently, so tracks are matched by number first, then by
/// language.
struct SegmentSubtitleTracks: Sendable {
    /// All tracks found so far.
    private(set) var offered: [TextTrack] = []
    /// The indices in ``offered`` of the current segment's tracks, by track index.
    private var indices: [Int: Int] = [:]

    /// More than in any broadcast. Streams that change their tracks all the time must not fill the memory.
    private static let maximumCount = 64

    mutating func beginSegment() { indices = [:] }

    /// - Parameter tracks: the text tracks of the current segment known so far.
    /// - Returns: whether more tracks are offered than before.
    mutating func find(_ tracks: [TextTrack]) -> Bool {
        let tracks = tracks.filter(\.coding.isPictures)
        let before = offered.count
        let rules: [(TextTrack, TextTrack) -> Bool] = [
            { $0.id == $1.id && ($0.language == $1.language || $0.language == nil || $1.language == nil) },
            { $0.language != nil && $0.language == $1.language && $0.describesSound == $1.describesSound },
            { $0.language == nil && $1.language == nil },
        ]
        for rule in rules {
            for track in tracks where indices[track.track] == nil {
                let free = offered.indices.filter { !indices.values.contains($0) && offered[$0].coding == track.coding }
                if let index = free.first(where: { rule(offered[$0], track) }) { indices[track.track] = index }
            }
        }
        for track in tracks where indices[track.track] == nil && offered.count < Self.maximumCount {
            indices[track.track] = offered.count
            offered.append(track)
        }
        return offered.count > before
    }

    /// The index in ``offered`` of a track of the current segment.
    func index(of track: Int) -> Int? { indices[track] }
}
