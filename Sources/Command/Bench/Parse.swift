// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxEngine
import WindowboxHLS
import WindowboxMedia

struct Parse: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the time to parse a long playlist and to merge a live reload into it.")

    @Option(help: "The number of segments.")
    var segments = 100_000

    @Option(help: "The number of runs; the median is reported.")
    var runs = 7

    @Flag(help: "Print JSON: parse and merge, in seconds; bytes; segments.")
    var json = false

    func run() throws {
        let old = Array(playlist(from: 0, count: segments).utf8)
        let new = Array(playlist(from: 10, count: segments).utf8)
        var parse: [Double] = []
        var merge: [Double] = []
        for _ in 0..<max(runs, 1) {
            let began = MonotonicClock.now
            let first = Playlist.parse(old, baseURL: "http://example.com/live/index.m3u8")
            parse.append(MonotonicClock.now - began)
            guard case .media(let before) = first.playlist,
                case .media(let after) = Playlist.parse(new, baseURL: "http://example.com/live/index.m3u8").playlist
            else { throw Failure.failed("the generated playlist cannot be read") }
            // Keeps the playlists alive, so that freeing them is not measured.
            try withExtendedLifetime((before, after)) {
                let start = MonotonicClock.now
                let merged = try before.merging(after)
                merge.append(MonotonicClock.now - start)
                guard merged.playlist.segments.count == segments else { throw Failure.failed("the merge lost segments") }
            }
        }
        let (parsed, mergedIn) = (parse.sorted()[parse.count / 2], merge.sorted()[merge.count / 2])
        if json {
            print("{\"parse\": \(parsed), \"merge\": \(mergedIn), \"bytes\": \(old.count), \"segments\": \(segments)}")
        } else {
            print(
                String(
                    format: "%d segments, %.1f MB: read in %.1f ms, 10 new ones merged in %.3f ms", segments, Double(old.count) / 1e6,
                    parsed * 1000, mergedIn * 1000))
        }
    }

    private func playlist(from first: Int, count: Int) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-MAP:URI=\"init.mp4\"\n"
        for index in first..<first + count {
            if index % 100 == 0 { text += "#EXT-X-KEY:METHOD=AES-128,URI=\"key-\(index / 100).bin\"\n" }
            if index % 10 == 0 {
                let seconds = index * 4
                text += String(
                    format: "#EXT-X-PROGRAM-DATE-TIME:2026-01-%02dT%02d:%02d:%02d.000Z\n", 1 + seconds / 86_400 % 28, seconds / 3600 % 24,
                    seconds / 60 % 60, seconds % 60)
            }
            text += "#EXTINF:4.00000,\nsegment-\(index).m4s\n"
        }
        return text
    }
}
