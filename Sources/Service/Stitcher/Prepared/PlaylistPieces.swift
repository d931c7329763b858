// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A written playlist cut where its segments begin.
struct PlaylistPieces: Sendable {
    let text: SharedText
    /// Where each segment's first tag begins, and where the last one ends.
    let starts: [Int]

    /// - Parameters:
    ///   - playlist: whole, without low latency.
    ///   - header: how many bytes stand before its first segment.
    init(_ playlist: MediaPlaylist, header: Int) {
        let written = playlist.write()
        text = SharedText(written)
        var starts = [header]
        starts.reserveCapacity(playlist.segments.count + 1)
        var line = header
        written.withUnsafeBufferPointer { bytes in
            while line < bytes.count, starts.count <= playlist.segments.count {
                var end = line
                while end < bytes.count, bytes[end] != 0x0A { end += 1 }
                // A line that is no tag is the address, which ends the segment.
                if bytes[line] != 0x23, end > line { starts.append(end + 1) }
                line = end + 1
            }
        }
        self.starts = starts
    }

    /// - Parameter dropped: bytes at its beginning that are left out.
    func part(_ segments: Range<Int>, without dropped: Int = 0) -> TextPart {
        text[starts[segments.lowerBound] + dropped..<starts[segments.upperBound]]
    }
}

extension MediaPlaylist {
    /// What stands before the first segment, written alone.
    var headerAlone: [UInt8] {
        var playlist = self
        playlist.segments = []
        playlist.upcoming = nil
        playlist.preloadHints = []
        playlist.renditionReports = []
        let bytes = playlist.write()
        // What is written first is not the same for a playlist that goes on.
        return isEndList ? bytes.dropLast("#EXT-X-ENDLIST\n".utf8.count) : bytes
    }

    /// The playlist as it can be cut: addresses that stand alone, vectors that don't depend on numbers, and rates that end.
    var separable: MediaPlaylist {
        var playlist = self
        playlist.defines = []
        playlist.upcoming = nil
        playlist.preloadHints = []
        playlist.renditionReports = []
        playlist.segments = SegmentList(
            segments.map { original in
                var segment = original
                segment.resolveAddresses()
                segment.parts = []
                segment.bitrate = nil
                for index in segment.keys.indices where segment.keys[index].keyFormat == Key.identity {
                    segment.keys[index].initializationVector = original.initializationVector(for: segment.keys[index])
                }
                return segment
            })
        return playlist
    }
}
