// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for the stitcher. The bytes are a playlist; the first of them set the breaks and the durations of their ads. Its
// markers are read, it is stitched in both ways, and twice as a live playlist, the second time without its first segment: published
// segments keep their numbers.

import WindowboxHLS
import WindowboxStitcher

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStitching(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 4, count < 1 << 16 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 3, count: count - 3))
    guard let content = Playlist.parse(bytes, baseURL: "http://o/l").playlist?.media else { return 0 }
    let timeline = BreakTimeline(content)
    for (before, after) in zip(timeline.breaks, timeline.breaks.dropFirst()) {
        precondition(before.start <= after.start, "breaks are out of order")
    }
    for entry in timeline.breaks { precondition(entry.availableDuration.map { $0 >= -1 } ?? true, "a break has a negative duration") }
    guard
        let first = Playlist.parse(
            Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:\(start[2] % 8),\nb.ts\n#EXT-X-ENDLIST\n".utf8),
            baseURL: "http://a/a"
        ).playlist?.media
    else { return 0 }
    let places = [Double(start[0]), Double(start[1])]
    recorded(content, first, places)
    live(content, first, places)
    return 0
}

private func recorded(_ content: MediaPlaylist, _ ad: MediaPlaylist, _ places: [Double]) {
    let slow = PlaylistStitch().apply(to: content, breaks: places.map { .init(at: $0, ads: [ad]) }).playlist
    precondition(slow.segments.count >= content.segments.count, "content was lost")
    let bytes = PreparedContent(content).stitch(places.map { .init(at: $0, ads: [PreparedAd(ad)]) })
    guard let fast = Playlist.parse(bytes).playlist?.media, let written = Playlist.parse(slow.write()).playlist?.media else { return }
    precondition(fast.segments.count == written.segments.count, "the two ways give different playlists")
}

private func live(_ content: MediaPlaylist, _ ad: MediaPlaylist, _ places: [Double]) {
    guard content.segments.count > 1, content.skip == nil else { return }
    let origin = content.segments.first?.programDateTime ?? 0
    let breaks = places.enumerated().map { LiveStitch.Break(id: "\($0)", start: origin + $1, ads: [.init(ad)]) }
    let first = LiveStitch().apply(to: content, breaks: breaks, ledger: LiveLedger())
    for (index, segment) in first.playlist.segments.enumerated() {
        precondition(segment.sequence == first.playlist.mediaSequence &+ UInt64(index), "numbers are not one by one")
    }
    var later = content
    later.segments.removeFirst(1)
    later.mediaSequence &+= 1
    let second = LiveStitch().apply(to: later, breaks: breaks, ledger: first.ledger)
    // Only if dates are continuous with the segments; otherwise a break may move.
    let dates = content.segments.compactMap(\.programDateTime)
    guard zip(dates, dates.dropFirst()).allSatisfy({ $0 <= $1 }), content.mediaSequence < 1 << 60 else { return }
    for segment in second.playlist.segments {
        guard let known = first.playlist.segment(segment.sequence) else { continue }
        precondition(known.uri == segment.uri || second.ledger.placements.count != first.ledger.placements.count, "a segment changed")
    }
}
