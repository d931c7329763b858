// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxMedia

@testable import WindowboxPackager

@Suite("Recordings that continue in another process", .serialized) struct EarlierRecordingTests {
    private static func plan(_ take: String = "") -> LivePlan {
        var plan = LivePlan()
        plan.heights = [180]
        plan.packager.preset = "ultrafast"
        plan.take = take
        return plan
    }

    @Test("A continued recording has all complete segments of both processes, and plays across the seam", .timeLimit(.minutes(3)))
    func seam() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            let base = try #require(StorageKey("live/one"))
            let nothing = try await EarlierRecording(for: Self.plan("-b"), behind: "", below: base, in: storage)
            #expect(nothing == nil)
            // Its process ends without notice: the incomplete segment is lost.
            let first = LiveStation(plan: Self.plan(), storage: storage, base: base)
            try await LiveEncoder(.files([source.address], repeats: false), station: first, workFolder: folder).run()
            let earlier = try #require(try await EarlierRecording(for: Self.plan("-b"), behind: "", below: base, in: storage))
            let kept = try #require(earlier.segments["180p-b"])
            #expect(kept.count == 5)
            #expect(earlier.segments["sound-b"]?.count == 5)
            #expect(earlier.hasAudio)
            #expect(kept.map(\.uri.text) == (0..<5).map { "../180p/segment-\($0).m4s" })
            #expect(kept.allSatisfy { abs($0.duration - 2) < 0.001 && $0.map?.uri.text == "../180p/init-0.mp4" })
            let second = LiveStation(plan: Self.plan("-b"), storage: storage, base: base, earlier: earlier)
            try await LiveEncoder(.files([source.address], repeats: false), station: second, workFolder: folder).run()
            let replay = try #require(try await second.end())
            #expect(abs(await second.recorded - 22) < 0.05)
            let run = await RecordedRun.play([storage.path(of: replay)])
            #expect(run.end == .ended, "\(run.journal.suffix(12))")
            #expect(run.numbers.compactMap { $0 } == Array(0..<300) + Array(0..<360), "\(run.journal.suffix(12))")
            // A third one includes both, those in the index and those found by name, with paths relative to itself.
            let all = try #require(try await EarlierRecording(for: Self.plan("-c"), behind: "-b", below: base, in: storage))
            let names = try #require(all.segments["180p-c"]).map(\.uri.text)
            #expect(names.prefix(5) == kept.map(\.uri.text)[...])
            #expect(names.dropFirst(5).first == "../180p-b/segment-5.m4s")
            #expect(all.segments["180p-c"]?.map(\.isDiscontinuity).enumerated().filter(\.element).map(\.offset) == [5])
        }
    }

    @Test("A recording with other renditions is not continued") func otherQualities() async throws {
        try await TemporaryFolder.with { folder in
            let storage = try DiskStorage(folder: folder)
            let base = try #require(StorageKey("live/one"))
            var journal = RecordingIndex()
            let written = journal.page(of: Self.segments(20), atLeast: 16)
            let page = try #require(written)
            for name in ["180p", "sound"] {
                try await storage.put(.bytes(page.bytes), at: try #require(base.appending("\(name)/\(page.name)")), type: "x/y")
            }
            #expect(try await EarlierRecording(for: Self.plan("-b"), behind: "", below: base, in: storage)?.segments.count == 2)
            var larger = Self.plan("-b")
            larger.heights = [180, 360]
            let refused = try await EarlierRecording(for: larger, behind: "", below: base, in: storage)
            #expect(refused == nil)
        }
    }

    /// A video and an audio recording with longer segments.
    private static func recorded(below base: StorageKey, in storage: DiskStorage) async throws -> EarlierRecording {
        for (name, count, length) in [("180p", 20, 2.0), ("sound", 15, 2.02)] {
            var journal = RecordingIndex()
            let written = journal.page(of: segments(count, length), atLeast: 1)
            let page = try #require(written)
            try await storage.put(.bytes(page.bytes), at: try #require(base.appending("\(name)/\(page.name)")), type: "x/y")
        }
        return try #require(try await EarlierRecording(for: plan("-b"), behind: "", below: base, in: storage))
    }

    @Test("A recording ends where all of its renditions do, whatever their segment durations") func end() async throws {
        try await TemporaryFolder.with { folder in
            let earlier = try await Self.recorded(below: try #require(StorageKey("live/one")), in: try DiskStorage(folder: folder))
            #expect(earlier.segments.mapValues(\.count) == ["180p-b": 15, "sound-b": 15])
        }
    }

    @Test("A recording is kept when its source returns without audio") func soundless() async throws {
        try await TemporaryFolder.with { folder in
            let (storage, base) = (try DiskStorage(folder: folder), try #require(StorageKey("live/one")))
            let earlier = try await Self.recorded(below: base, in: storage)
            let station = LiveStation(plan: Self.plan("-b"), storage: storage, base: base, earlier: earlier)
            #expect(await station.removeAudio())
            #expect(await station.recorded == 30)
        }
    }

    @Test("A recording's index is written in pages, and before the initialization segment changes") func pages() throws {
        var journal = RecordingIndex()
        let pages = [(15, 16), (16, 16), (16, 1), (18, 1)].map { journal.page(of: Self.segments($0), atLeast: $1) }
        #expect(pages.map { $0?.name } == [nil, "recorded-0.m3u8", nil, "recorded-1.m3u8"])
        let second = try #require(pages[3])
        let list = try #require(try Playlist.parse(second.bytes).get().media)
        #expect(list.segments.map(\.uri.text) == ["segment-16.m4s", "segment-17.m4s"])
        #expect(list.segments.first?.map?.uri.text == "init-0.mp4")
        #expect(list.segments.first?.programDateTime != nil)
    }

    @Test("Viewers of a live stream can go back into the earlier recording") func window() throws {
        let earlier = Self.segments(2).map { segment in
            var segment = segment
            segment.uri = URIReference("../video/\(segment.uri.text)")
            return segment
        }
        var channel = LiveChannel(renditions: ["video-b"], earlier: ["video-b": earlier])
        _ = channel.handle(.header(rendition: "video-b"), at: 0)
        for number in 0..<7 {
            let part = LiveChannel.Event.part(rendition: "video-b", duration: 1.0 / 3, isIndependent: number % 6 == 0, date: 5000)
            _ = channel.handle(part, at: Double(number) / 3)
        }
        let actions = channel.handle(.request(.init(1), rendition: "video-b", DeliveryDirectives()), at: 3)
        guard case .respond(_, let bytes)? = actions.first else {
            Issue.record("no playlist: \(actions)")
            return
        }
        let list = try #require(try Playlist.parse(bytes).get().media)
        #expect(list.segments.map(\.uri.text) == ["../video/segment-0.m4s", "../video/segment-1.m4s", "segment-2.m4s"])
        #expect(list.segments.map(\.isDiscontinuity) == [false, false, true])
        #expect(list.mediaSequence == 0)
        #expect(channel.replay("video-b")?.segments.count == 3)
    }

    private static func segments(_ count: Int, _ length: Double = 2) -> SegmentList {
        SegmentList(
            (0..<count).map { number in
                var segment = MediaSegment(uri: URIReference("segment-\(number).m4s"), duration: length, sequence: UInt64(number))
                (segment.programDateTime, segment.statesProgramDateTime) = (1_763_812_800 + Double(2 * number), true)
                segment.map = InitializationMap(uri: URIReference("init-0.mp4"))
                return segment
            })
    }
}
