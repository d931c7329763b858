// SPDX-License-Identifier: Apache-2.0

/// Aligns the tracks of a file whose clocks are unrelated.
///
/// GStreamer's ASF muxer writes the times of its encoders as they are. Those of video begin a thousand hours after those of audio, but the
/// packets lie side by side in the file.
struct TrackStarts {
    /// Seconds by which the packets of a track are moved, by the track's index.
    private var shifts: [Int32: Double] = [:]
    /// The last packet of all tracks on the timeline, in seconds.
    private var latest: Double?
    /// No muxer writes packets side by side that are presented an hour apart.
    private static let limit = 3600.0

    /// The shift of a track in seconds; 0 before its first packet.
    func shift(of track: Int32) -> Double { shifts[track] ?? 0 }

    /// - Parameters:
    ///   - time: the time of the next packet in file order, in seconds.
    ///   - mayBeFirst: everything before the packet has been read.
    /// - Returns: seconds to add to it.
    mutating func shift(_ time: Double, of track: Int32, mayBeFirst: Bool) -> Double {
        if shifts[track] == nil, mayBeFirst {
            shifts[track] = if let latest, time > latest + Self.limit { latest - time } else { 0 }
        }
        let shift = shift(of: track)
        if mayBeFirst { latest = time + shift }
        return shift
    }

    /// Whether every track has a known start.
    func knows(_ tracks: some Sequence<Int32>) -> Bool { tracks.allSatisfy { shifts[$0] != nil } }
}
