// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The playlists of one media file.
struct MediaPlaylists {
    let file: FragmentedFile
    /// The file's name in playlists.
    let name: String
    let cut: CutSegments
    let target: Int

    /// - Parameter duration: of a segment, in seconds.
    init(_ file: FragmentedFile, name: String, duration: Double, isAudio: Bool) {
        self.file = file
        self.name = name
        cut = CutSegments(file, target: duration, tolerance: isAudio ? Double(PackagingPlan.audioFragment) / 2e6 : 0.001)
        // Video and audio have the same target duration (RFC 8216bis, 6.2.4); audio segments may be longer by part of a fragment.
        target = Int((duration + 0.25).rounded())
    }

    var map: InitializationMap {
        InitializationMap(uri: URIReference(name), byteRange: ByteRange(length: file.headerLength, offset: 0))
    }

    /// A playlist in which each segment is a range of the file.
    var media: MediaPlaylist {
        playlist(
            cut.segments.map { segment in (ByteRange(length: segment.length, offset: segment.offset), segment.duration) },
            target: max(target, cut.segments.map { Int($0.duration.rounded()) }.max() ?? 1))
    }

    /// A playlist of key frames, each with its fragment's header.
    var iFrames: MediaPlaylist {
        let keys = file.fragments.filter(\.startsWithKey)
        var playlist = playlist(
            keys.map { (ByteRange(length: $0.firstSampleEnd, offset: $0.offset), file.seconds($0.duration)) },
            target: keys.map { Int(file.seconds($0.duration).rounded()) }.max() ?? 1)
        playlist.isIFramesOnly = true
        return playlist
    }

    /// The peak bit rate of the key frames played at normal speed.
    var iFramesPeak: Int {
        let rates = file.fragments.filter(\.startsWithKey).map { Double($0.firstSampleEnd * 8) / file.seconds($0.duration) }
        return Int((rates.max() ?? 0).rounded(.up))
    }

    private func playlist(_ parts: [(range: ByteRange, duration: Double)], target: Int) -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: max(1, target))
        playlist.version = 7
        playlist.kind = .onDemand
        playlist.isEndList = true
        playlist.isIndependentSegments = true
        let map = map
        playlist.segments = SegmentList(
            parts.enumerated().map { number, part in
                var segment = MediaSegment(uri: URIReference(name), duration: part.duration, sequence: UInt64(number))
                segment.byteRange = part.range
                segment.map = map
                return segment
            })
        return playlist
    }
}
