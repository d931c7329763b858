// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A serialised playlist, split at its segments.
struct PlaylistPieces: Sendable {
    let text: SharedText
    /// The start of each segment's first tag, and the end of the last segment.
    let starts: [Int]

    /// - Parameters:
    ///   - playlist: a complete playlist without low-latency features.
    ///   - header: the number of bytes before its first segment.
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
                // A line that isn't a tag is the URI, which ends the segment.
                if bytes[line] != 0x23, end > line { starts.append(end + 1) }
                line = end + 1
            }
        }
        self.starts = starts
    }

    /// - Parameter dropped: the number of leading bytes to leave out.
    func part(_ segments: Range<Int>, without dropped: Int = 0) -> TextPart {
        text[starts[segments.lowerBound] + dropped..<starts[segments.upperBound]]
    }
}

extension MediaPlaylist {
    /// The serialised part before the first segment.
    var headerOnly: [UInt8] {
        var playlist = self
        playlist.segments = []
        playlist.upcoming = nil
        playlist.preloadHints = []
        playlist.renditionReports = []
        let bytes = playlist.write()
        // The header differs for a playlist that hasn't ended.
        return isEndList ? bytes.dropLast("#EXT-X-ENDLIST\n".utf8.count) : bytes
    }

    /// The playlist in a form that can be split: with absolute URIs and explicit initialisation vectors, without bit rates.
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
