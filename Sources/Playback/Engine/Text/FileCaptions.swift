// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// The byte pairs of a closed-caption track in a file (`c608`), reported as if they were embedded in the video. A value type.
struct FileCaptions {
    /// The track's index in the file; nil without one.
    let track: Int?
    private var startsAnew = true
    private var last = -Double.infinity

    /// Uses the first of several tracks.
    init(_ tracks: [TextTrack] = []) { track = tracks.first { $0.coding == .closedCaptions }?.track }

    /// The next samples come from another position in the file.
    mutating func restart() { startsAnew = true }

    /// Splits a sample into byte pairs. One pair belongs to each frame at 30000/1001 per second; a sample contains a pair for each frame of
    /// its duration.
    mutating func add(_ sample: FileText.Sample) -> [EmbeddedCaptions] {
        guard sample.track == track else { return [] }
        return (0..<sample.bytes.count / 3).map { index in
            let time = max(sample.range.start + Double(index) * 1001 / 30_000, startsAnew ? -.infinity : last)
            defer { (startsAnew, last) = (false, time) }
            return EmbeddedCaptions(time: time, bytes: Array(sample.bytes[(3 * index)..<(3 * index + 3)]), startsAnew: startsAnew)
        }
    }
}
