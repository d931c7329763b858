// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxKit

@Suite struct MergeTests {
    /// A live stream whose segment durations, discontinuities and dates follow from the sequence number alone.
    struct Stream {
        var hasDates = true
        var hasDiscontinuityTag = true
        static func duration(_ sequence: Int) -> Double { Double(2 + sequence * 7 % 5) / 2 }
        static func isDiscontinuity(_ sequence: Int) -> Bool { sequence % 13 == 5 }
        static func start(_ sequence: Int) -> Double { (0..<sequence).reduce(0) { $0 + duration($1) } }
        static func discontinuities(_ range: Range<Int>) -> Int { range.filter { isDiscontinuity($0) }.count }

        func text(_ range: Range<Int>, skip: Int = 0, parts: Int = 0, extra: String = "") -> String {
            var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:3\n#EXT-X-MEDIA-SEQUENCE:\(range.lowerBound)\n"
            if hasDiscontinuityTag { text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(Self.discontinuities(0..<range.lowerBound))\n" }
            if skip > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skip)\n" }
            text += extra
            if skip == 0 { text += "#EXT-X-MAP:URI=\"init\"\n" }
            for sequence in range.dropFirst(skip) {
                if Self.isDiscontinuity(sequence) { text += "#EXT-X-DISCONTINUITY\n" }
                if hasDates, sequence % 4 == 0 {
                    text += "#EXT-X-PROGRAM-DATE-TIME:\(DateTimeText.text(1_000_000 + Self.start(sequence)))\n"
                }
                text += "#EXTINF:\(Self.duration(sequence)),\ns\(sequence).ts\n"
            }
            for part in 0..<parts { text += "#EXT-X-PART:DURATION=0.5,URI=\"p\(range.upperBound).\(part)\"\n" }
            return text
        }

        func playlist(_ range: Range<Int>, skip: Int = 0, parts: Int = 0, extra: String = "") throws -> MediaPlaylist {
            try #require(Playlist.parse(text(range, skip: skip, parts: parts, extra: extra), baseURL: base).playlist?.media)
        }
    }

    /// Checks each segment after any number of merges from a first load at `first`.
    private func check(_ playlist: MediaPlaylist, _ range: Range<Int>, first: Int, hasDates: Bool = true) {
        #expect(playlist.mediaSequence == UInt64(range.lowerBound))
        #expect(playlist.segments.count == range.count)
        for (segment, sequence) in zip(playlist.segments, range) {
            #expect(segment.sequence == UInt64(sequence))
            #expect(segment.uri.text == "s\(sequence).ts")
            #expect(segment.map?.uri.text == "init")
            #expect(abs(segment.start - (Stream.start(sequence) - Stream.start(first))) < 1e-6)
            #expect(segment.discontinuitySequence == UInt64(Stream.discontinuities(0..<(sequence + 1))))
            if hasDates { #expect(segment.programDateTime.map { abs($0 - 1_000_000 - Stream.start(sequence)) < 1e-3 } == true) }
        }
    }

    @Test("A long-running live window agrees with a naive reading of its stream", arguments: [0, 1, 2])
    func longRun(_ kind: Int) throws {
        let stream = Stream(hasDates: kind != 2)
        var generator = SeededChance(UInt64(kind))
        var range = 100..<120
        var playlist = try stream.playlist(range)
        for round in 0..<120 {
            let added = Int.random(in: 0...6, using: &generator)
            let removed = Int.random(in: 0...6, using: &generator)
            let next = min(range.lowerBound + removed, range.upperBound - 12)..<(range.upperBound + added)
            let skip = kind == 1 && round % 3 != 0 ? min(range.upperBound - next.lowerBound, next.count - added) - round % 4 : 0
            let merge = try playlist.merging(try stream.playlist(next, skip: max(0, skip)))
            playlist = merge.playlist
            check(playlist, next, first: 100, hasDates: stream.hasDates)
            #expect(merge.changes.addedSegments == added)
            #expect(merge.changes.removedSegments == next.lowerBound - range.lowerBound)
            #expect(!merge.changes.isRewritten)
            #expect(!merge.changes.hasDiscontinuityMismatch)
            #expect(!merge.changes.isRewound)
            range = next
        }
    }

    @Test func `A window of many blocks is trimmed and extended without losing its position`() throws {
        let stream = Stream(hasDates: false)
        var playlist = try stream.playlist(0..<1500)
        for first in stride(from: 0, to: 1200, by: 190) {
            let next = (first + 190)..<(1500 + first + 190)
            playlist = try playlist.merging(try stream.playlist(next, skip: 1310)).playlist
            #expect(playlist.segments.count == 1500)
            #expect(playlist.segments.first?.sequence == UInt64(next.lowerBound))
            #expect(playlist.segments.last?.sequence == UInt64(next.upperBound - 1))
        }
        let ends = [playlist.segments[0], playlist.segments[700], playlist.segments[1499]]
        for segment in ends { #expect(abs(segment.start - Stream.start(Int(segment.sequence))) < 1e-6) }
    }

    @Test func `A delta update that skips missing segments or is based on another delta is refused`() throws {
        let stream = Stream()
        let playlist = try stream.playlist(10..<20)
        #expect(throws: PlaylistMergeError.missingSegments) { try playlist.merging(try stream.playlist(12..<30, skip: 15)) }
        #expect(throws: PlaylistMergeError.missingSegments) { try playlist.merging(try stream.playlist(5..<22, skip: 10)) }
        let delta = try stream.playlist(12..<22, skip: 8)
        #expect(throws: PlaylistMergeError.incompleteBase) { try delta.merging(delta) }
    }

    @Test func `Missing discontinuity sequences are continued, and the mismatch is reported`() throws {
        let stream = Stream(hasDiscontinuityTag: false)
        let first = try Stream().playlist(0..<20)
        let merge = try first.merging(try stream.playlist(10..<24))
        #expect(merge.changes.hasDiscontinuityMismatch)
        check(merge.playlist, 10..<24, first: 0)
        #expect(merge.playlist.discontinuitySequence == 1)
    }

    @Test func `Rewinds, holes, rewritten segments and changed target durations are reported as changes`() throws {
        let stream = Stream()
        let playlist = try stream.playlist(30..<40)
        let rewound = try playlist.merging(try stream.playlist(25..<35)).changes
        #expect(rewound.isRewound)
        #expect(!rewound.isProgress)
        let hole = try playlist.merging(try stream.playlist(50..<60))
        #expect(hole.changes.isDisjoint)
        #expect(hole.changes.missedSegments == 10)
        #expect(hole.changes.addedSegments == 10)
        check(hole.playlist, 50..<60, first: 30)
        let undated = Stream(hasDates: false)
        let estimate = try undated.playlist(30..<40).merging(try undated.playlist(42..<44)).playlist
        #expect(estimate.segments[0].start == Stream.start(40) - Stream.start(30) + 6)
        let other = try #require(Playlist.parse(stream.text(31..<41).replacing("s31.", with: "x31."), baseURL: base).playlist?.media)
        #expect(try playlist.merging(other).changes.isRewritten)
        let target = try #require(
            Playlist.parse(stream.text(30..<41).replacing("DURATION:3", with: "DURATION:4"), baseURL: base).playlist?.media)
        #expect(try playlist.merging(target).changes.previousTargetDuration == 3)
        let end = try playlist.merging(try stream.playlist(30..<40, extra: "#EXT-X-ENDLIST\n")).changes
        #expect(end.hasEnded)
        #expect(end.isProgress)
        #expect(end.addedSegments == 0)
    }

    @Test func `Parts are counted across the end of a segment`() throws {
        let stream = Stream()
        let playlist = try stream.playlist(30..<40, parts: 1)
        let more = try playlist.merging(try stream.playlist(30..<40, parts: 3))
        #expect(more.changes.addedParts == 2)
        #expect(more.changes.addedSegments == 0)
        #expect(more.changes.isProgress)
        #expect(try !more.playlist.merging(try stream.playlist(30..<40, parts: 3)).changes.isProgress)
        let next = try more.playlist.merging(try stream.playlist(31..<41, skip: 8, parts: 1)).playlist
        #expect(next.upcoming?.sequence == 41)
        #expect(next.upcoming?.map?.uri.text == "init")
        #expect(next.upcoming?.parts.first.map { abs($0.start - (Stream.start(41) - Stream.start(30))) < 1e-6 } == true)
    }

    @Test func `Keys of skipped segments apply until the update states its own`() throws {
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
        let whole = try media("#EXT-X-TARGETDURATION:3\n" + key + "#EXTINF:3,\na\n#EXTINF:3,\nb\n#EXTINF:3,\nc\n")
        let delta = try media(
            "#EXT-X-TARGETDURATION:3\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:3,\nc\n#EXTINF:3,\nd\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:3,\ne\n"
        )
        let merged = try whole.merging(delta).playlist
        #expect(merged.segments.map(\.keys.count) == [1, 1, 1, 1, 0])
        #expect(merged.segments.map(\.start) == [0, 3, 6, 9, 12])
    }

    @Test func `A key before the skipped segments applies to the listed ones`() throws {
        let head = "#EXT-X-TARGETDURATION:3\n"
        let whole = try media(head + "#EXT-X-KEY:METHOD=AES-128,URI=\"old\"\n#EXTINF:3,\na\n#EXTINF:3,\nb\n")
        let delta = try media(head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:3,\nc\n")
        #expect(delta.skip?.firstKeyed == 0)
        #expect(try whole.merging(delta).playlist.segments.map { $0.keys.map(\.uri?.text) } == [["old"], ["old"], ["k"]])
    }

    @Test func `A version 2 update removes, changes and adds date ranges`() throws {
        func range(_ id: String, _ more: String = "") -> String {
            "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2020-01-01T00:00:00Z\"\(more)\n"
        }
        let whole = try media("#EXT-X-TARGETDURATION:3\n" + range("a") + range("b") + range("c") + "#EXTINF:3,\na\n")
        let head = "#EXT-X-TARGETDURATION:3\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1"
        let second = try media(
            head + ",RECENTLY-REMOVED-DATERANGES=\"a\tx\"\n" + range("d") + range("b", ",DURATION=4") + "#EXTINF:3,\nb\n")
        let merged = try whole.merging(second).playlist
        #expect(merged.dateRanges.map(\.id) == ["b", "c", "d"] && merged.dateRanges[0].duration == 4)
        #expect(try whole.merging(try media(head + "\n" + range("e") + "#EXTINF:3,\nb\n")).playlist.dateRanges.map(\.id) == ["e"])
    }

    @Test(
        "Sequence numbers at the end of 64 bits merge without a trap",
        arguments: [(UInt64.max - 3, UInt64.max - 2), (UInt64.max - 2, UInt64.min), (UInt64.max - 2, UInt64.max - 2)])
    func largestNumbers(first: UInt64, second: UInt64) throws {
        func list(_ sequence: UInt64) throws -> MediaPlaylist {
            try media("#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n#EXTINF:4,\na\(sequence)\n#EXTINF:4,\nb\(sequence)\n")
        }
        let merge = try list(first).merging(list(second))
        #expect(merge.playlist.mediaSequence == second)
        #expect((0...2).contains(merge.changes.removedSegments))
        #expect((0...2).contains(merge.changes.addedSegments))
    }
}
