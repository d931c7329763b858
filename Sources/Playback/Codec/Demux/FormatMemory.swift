// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Returns one ``TrackFormat`` for all tracks that are the same for a decoder. Belongs to one demuxing thread.
public final class FormatMemory {
    private var known: [TrackFormat] = []

    public init() {}

    func format(of stream: UnsafeMutablePointer<AVStream>) -> TrackFormat? {
        guard let fresh = TrackFormat(stream: stream) else { return nil }
        if let index = known.firstIndex(where: { $0.continues(fresh) && $0.language == fresh.language }) { return known[index] }
        // Enough for a file with many subtitle tracks. More means that formats never repeat.
        if known.count >= 256 { known.removeFirst() }
        known.append(fresh)
        return fresh
    }
}
