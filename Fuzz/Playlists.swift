// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for playlists: read leniently and strictly, write, read again, compare; merge with itself.
// The first byte selects whether the rest is one playlist or two loads of one.

import Glibc
import WindowboxHLS

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlaylists(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    if start[0] & 1 == 0 {
        check(bytes)
    } else {
        merge(bytes)
    }
    return 0
}

private let base = "http://example.com/a/list.m3u8?tok=1"

private func check(_ bytes: [UInt8]) {
    for mode in [ReadingOptions.Mode.lenient, .strict] {
        let options = ReadingOptions(mode: mode)
        let reading = Playlist.parse(bytes, baseURL: base, options: options)
        guard let playlist = reading.playlist else {
            precondition(!reading.errors.isEmpty, "nothing was read and no error tells why")
            continue
        }
        precondition(mode == .strict || reading.errors.isEmpty, "a lenient reading has a playlist and errors")
        let again = Playlist.parse(playlist.write(), baseURL: base, options: options).playlist
        precondition(again == playlist, "writing and reading gave another playlist")
        if let media = playlist.media {
            for segment in media.segments.prefix(100) {
                _ = segment.uri.url
                precondition(segment.duration.isFinite && segment.start.isFinite, "a time that is no number")
                for key in segment.keys {
                    precondition(segment.initializationVector(for: key).count == 16, "a vector that is no block")
                }
            }
        }
    }
}

/// Two loads of one playlist, separated by a zero byte.
private func merge(_ bytes: [UInt8]) {
    let loads = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard loads.count == 2, let first = Playlist.parse(Array(loads[0]), baseURL: base).playlist?.media,
        let second = Playlist.parse(Array(loads[1]), baseURL: base).playlist?.media, let merge = try? first.merging(second)
    else { return }
    var sequence = merge.playlist.mediaSequence
    for segment in merge.playlist.segments {
        precondition(merge.playlist.skip != nil || segment.sequence == sequence, "a merge left a hole in the sequence numbers")
        sequence += 1
    }
}
