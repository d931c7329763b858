// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// The pairs of a track of closed captions in a file (`c608`), told as if they had come inside the pictures. A value.
struct FileCaptions {
    /// The track's place in the file; nil without one.
    let track: Int?
    private var startsAnew = true
    private var last = -Double.infinity

    /// Of several the first is read.
    init(_ tracks: [TextTrack] = []) { track = tracks.first { $0.coding == .closedCaptions }?.track }

    /// What follows comes from another place of the file.
    mutating func restart() { startsAnew = true }

    /// A pair is sent with each picture of 30000/1001 in a second; a sample has those of as many pictures as it lasts.
    mutating func take(_ sample: FileText.Sample) -> [EmbeddedCaptions] {
        guard sample.track == track else { return [] }
        return (0..<sample.bytes.count / 3).map { index in
            let time = max(sample.range.start + Double(index) * 1001 / 30_000, startsAnew ? -.infinity : last)
            defer { (startsAnew, last) = (false, time) }
            return EmbeddedCaptions(time: time, bytes: Array(sample.bytes[(3 * index)..<(3 * index + 3)]), startsAnew: startsAnew)
        }
    }
}
