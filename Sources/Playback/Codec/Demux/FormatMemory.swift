// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Hands out one ``TrackFormat`` for all tracks that a decoder can't tell apart. Belongs to one demuxing thread.
public final class FormatMemory {
    private var known: [TrackFormat] = []

    public init() {}

    func format(of stream: UnsafeMutablePointer<AVStream>) -> TrackFormat? {
        guard let fresh = TrackFormat(stream: stream) else { return nil }
        if let index = known.firstIndex(where: { $0.continues(fresh) && $0.language == fresh.language }) { return known[index] }
        // A film with all its subtitles fits; more than that means that formats never repeat.
        if known.count >= 256 { known.removeFirst() }
        known.append(fresh)
        return fresh
    }
}
