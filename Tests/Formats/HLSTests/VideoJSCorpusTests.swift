// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxHLS

/// The playlists of a web player's parser, with that project's own expectations.
@Suite(.enabled(if: Corpus.isPresent)) struct VideoJSCorpusTests {
    /// Rows that differ from the standard, with the section that says so.
    static let contradictions = [
        "extinf.m3u8": "4.4.4.1: a segment has an EXTINF; the last one here has none and is no segment",
        "liveMissingSegmentDuration.m3u8": "4.4.4.1: a segment has an EXTINF",
        "missingExtinf.m3u8": "4.4.4.1: a segment has an EXTINF",
        "missingSegmentDuration.m3u8": "4.4.4.1: a segment has an EXTINF",
        "multipleTargetDurations.m3u8": "4.4.4.1: a segment has an EXTINF",
        "zeroDuration.m3u8": "4.4.4.1: a duration is what is written, and 0 is allowed",
    ]

    @Test func `Segments have the URIs, durations, ranges, keys and dates that video.js expects`() throws {
        for (file, row) in try Corpus.expectations("videojs") where Self.contradictions[file] == nil {
            guard let segments = row["segments"] as? [[String: Any]], !segments.isEmpty else { continue }
            let playlist = try #require(Playlist.parse(try Corpus.bytes("videojs", file), baseURL: base).playlist?.media, "\(file)")
            #expect(playlist.segments.count == segments.filter { $0["uri"] != nil }.count, "\(file)")
            if let number = row["mediaSequence"] as? UInt64 { #expect(playlist.mediaSequence == number, "\(file)") }
            if let isEnd = row["endList"] as? Bool { #expect(playlist.isEndList == isEnd, "\(file)") }
            for (ours, theirs) in zip(playlist.segments, segments) { check(ours, theirs, playlist, file) }
        }
    }

    private func check(_ ours: MediaSegment, _ theirs: [String: Any], _ playlist: MediaPlaylist, _ file: String) {
        #expect(ours.uri.text == theirs["uri"] as? String, "\(file)")
        if let duration = theirs["duration"] as? Double { #expect(abs(ours.duration - duration) < 1e-6, "\(file)") }
        if let range = theirs["byterange"] as? [String: Int] {
            #expect(ours.byteRange?.length == range["length"], "\(file)")
            #expect(ours.byteRange?.offset == range["offset"], "\(file)")
        }
        if let timeline = theirs["timeline"] as? UInt64, row(playlist) { #expect(ours.discontinuitySequence == timeline, "\(file)") }
        if let key = theirs["key"] as? [String: Any] { #expect(ours.keys.first?.uri?.text == key["uri"] as? String, "\(file)") }
        if let map = theirs["map"] as? [String: Any] { #expect(ours.map?.uri.text == map["uri"] as? String, "\(file)") }
        if let date = theirs["programDateTime"] as? Double {
            #expect(ours.programDateTime.map { abs($0 * 1000 - date) < 1 } == true, "\(file)")
        }
    }

    /// Skipped discontinuities of a delta update are unknown to a single playlist.
    private func row(_ playlist: MediaPlaylist) -> Bool { playlist.skip == nil }

    @Test func `Variants and renditions are those that video.js expects`() throws {
        for (file, row) in try Corpus.expectations("videojs") {
            guard let variants = row["playlists"] as? [[String: Any]], !variants.isEmpty else { continue }
            let playlist = try #require(Playlist.parse(try Corpus.bytes("videojs", file), baseURL: base).playlist?.multivariant, "\(file)")
            #expect(playlist.variants.map(\.uri.text) == variants.map { $0["uri"] as? String }, "\(file)")
            #expect(
                playlist.variants.map(\.bandwidth) == variants.map { ($0["attributes"] as? [String: Any])?["BANDWIDTH"] as? Int ?? 0 },
                "\(file)")
        }
    }
}
