// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxHLS
import WindowboxStitcher

/// Titles begin with the number of the rule of playlist construction that they test.
@Suite struct LiveStitchTests {
    private let epoch = LiveOrigin.epoch

    private func entry(_ start: Double, _ ads: [MediaPlaylist], id: String = "b", end: Double? = nil) -> LiveStitch.Break {
        .init(id: id, start: epoch + start, end: end.map { epoch + $0 }, ads: ads.map { LiveStitch.Ad($0) })
    }

    private func run(
        _ origin: LiveOrigin = LiveOrigin(), to count: Int = 20, every step: Int = 1, _ breaks: [LiveStitch.Break], from start: Int = 3
    ) throws -> LiveRun {
        var run = LiveRun()
        for number in stride(from: start, through: count, by: step) { try run.load(origin.playlist(number), breaks: breaks) }
        return run
    }

    @Test(
        "3.4 (3) Each segment keeps its number over all reloads, whether ads have more or fewer segments than they replace",
        arguments: [[3.0, 3, 3, 3], [6, 6], [2, 2, 2, 2, 2, 2], [4, 4, 4]], [1, 2, 3])
    func numbers(_ durations: [Double], _ step: Int) throws {
        let run = try run(every: step, [entry(30, [try creative("x", durations)])])
        #expect(run.problems.isEmpty)
        let ads = durations.indices.map { "x\($0).ts" }
        let expected = (0..<5).map { "c\($0).ts" } + ads + (7..<20).map { "c\($0).ts" }
        #expect(run.names == Array(expected.prefix(run.names.count)))
        #expect(run.names.count > 15)
        #expect(run.seen.keys.min() == 0)
        #expect(run.seen.keys.max() == UInt64(run.seen.count - 1))
    }

    @Test("3.4 (4) Removed discontinuities are counted, including those of the origin hidden by ads")
    func discontinuities() throws {
        let origin = LiveOrigin(discontinuities: [2, 5, 6, 12])
        let run = try run(origin, to: 24, [entry(30, [try creative("x", [6]), try creative("y", [6])])])
        let byName = Dictionary(
            uniqueKeysWithValues: run.seen.values.map { (String($0.url.split(separator: "/").last ?? ""), $0.discontinuity) })
        #expect(byName["c1.ts"] == 0)
        #expect(byName["c2.ts"] == 1)
        #expect(byName["c4.ts"] == 1)
        #expect(byName["x0.ts"] == 2)
        #expect(byName["y0.ts"] == 3)
        #expect(byName["c7.ts"] == 4)
        #expect(byName["c12.ts"] == 5)
        // The discontinuity tag of each removed segment is counted once it is gone.
        #expect(run.last?.discontinuitySequence == 5)
        #expect(run.last?.segments.first?.uri.text.hasSuffix("c18.ts") == true)
    }

    @Test("3.4 (5) Ads have the dates of the content they replace, stated by the first ad and the content after")
    func dates() throws {
        let result = LiveStitch().apply(
            to: try LiveOrigin(window: 20).playlist(12), breaks: [entry(30, [try creative("x", [4, 4, 4])])], ledger: LiveLedger())
        let segments = Array(result.playlist.segments)
        let expected: [Double] = [0, 6, 12, 18, 24, 30, 34, 38, 42, 48, 54, 60, 66]
        #expect(segments.compactMap { $0.programDateTime.map { $0 - epoch } } == expected)
        #expect(segments[5].statesProgramDateTime)
        #expect(!segments[6].statesProgramDateTime)
        #expect(segments[8].statesProgramDateTime)
    }

    @Test("3.4 (6) Renditions with other segments switch at the same times with the same discontinuity numbers")
    func renditions() throws {
        let video = LiveOrigin(segment: 6, window: 8)
        let audio = LiveOrigin(segment: 2, window: 24, name: "a")
        let long = [entry(30, [try creative("x", [5, 5, 5])], id: "1"), entry(90, [try creative("y", [6, 6])], id: "2")]
        let sound = [entry(30, [try creative("xa", [3, 3, 3, 3, 3])], id: "1"), entry(90, [try creative("ya", [4, 4, 4])], id: "2")]
        var (first, second) = (LiveRun(), LiveRun())
        for count in 4...30 {
            try first.load(video.playlist(count), breaks: long)
            try second.load(audio.playlist(3 * count), breaks: sound)
        }
        func numbers(_ run: LiveRun) -> [Double: UInt64] {
            Dictionary(run.seen.values.compactMap { item in item.date.map { (($0 * 10).rounded() / 10, item.discontinuity) } }) { $1 }
        }
        let (ours, theirs) = (numbers(first), numbers(second))
        let common = Set(ours.keys).intersection(theirs.keys)
        #expect(common.count > 20)
        for date in common { #expect(ours[date] == theirs[date], "at \(date - epoch)") }
    }

    @Test(
        "3.4 (6) A break within a segment snaps to the nearest boundary, or the one before",
        arguments: [(32.0, 30.0, 30.0), (34.5, 30, 36)])
    func snapping(_ at: Double, _ down: Double, _ nearest: Double) throws {
        for (snap, expected) in [(PlaylistStitch.Snap.down, down), (.nearest, nearest)] {
            var stitch = LiveStitch()
            stitch.snap = snap
            let result = stitch.apply(
                to: try LiveOrigin(window: 20).playlist(12), breaks: [entry(at, [try creative("x", [6])])], ledger: LiveLedger())
            #expect(result.ledger.placements.first?.start == epoch + expected)
        }
    }

    @Test("3.4 (15) Ads appear with the content they replace, and leave the window with it")
    func pace() throws {
        let ads = [entry(30, [try creative("x", [4, 4, 4])])]
        var run = LiveRun()
        for (count, shown) in [(5, 0), (6, 1), (7, 3), (8, 3), (10, 3), (12, 2), (13, 0)] {
            try run.load(LiveOrigin(window: 6).playlist(count), breaks: ads)
            #expect(run.last?.segments.count { $0.uri.text.contains("/x") } == shown, "\(count)")
        }
    }

    @Test("3.4 (15) An early return cuts to the content, and published segments stay")
    func earlyReturn() throws {
        var run = LiveRun()
        let whole = entry(30, [try creative("x", [6, 6]), try creative("y", [6, 6])])
        for count in 3...8 { try run.load(LiveOrigin().playlist(count), breaks: [whole]) }
        #expect(run.names.suffix(3) == ["x0.ts", "x1.ts", "y0.ts"])
        var cut = whole
        cut.end = epoch + 48
        for count in 9...20 { try run.load(LiveOrigin().playlist(count), breaks: [cut]) }
        #expect(run.names == (0..<5).map { "c\($0).ts" } + ["x0.ts", "x1.ts", "y0.ts"] + (8..<20).map { "c\($0).ts" })
    }

    @Test("3.4 (15) A long window keeps the decisions of its breaks")
    func longWindow() throws {
        let breaks = try (0..<8).map { entry(Double($0) * 60 + 30, [try creative("x\($0)-")], id: "\($0)") }
        let run = try run(LiveOrigin(window: 60), to: 100, every: 7, breaks, from: 7)
        #expect(run.last?.segments.count { $0.uri.text.contains("ads/") } == 8)
        #expect(run.problems.isEmpty)
    }

    @Test("3.4 (15) A client that joins a long window late gets all of its breaks at once")
    func joiningLate() throws {
        let breaks = try (0..<5).map { entry(Double($0) * 60 + 30, [try creative("x\($0)-"), try creative("y\($0)-")], id: "\($0)") }
        let origin = LiveOrigin(window: 60)
        var late = LiveRun()
        try late.load(origin.playlist(50), breaks: breaks)
        #expect(late.last?.segments.count { $0.uri.text.contains("ads/") } == 20)
        #expect(late.problems.isEmpty)
        #expect(try run(origin, to: 50, breaks).last == late.last)
    }

    @Test("3.4 (15) A playlist shorter than three target durations is reported")
    func short() throws {
        let run = try run(LiveOrigin(window: 2), to: 3, [])
        #expect(run.problems.contains { $0.contains("three target durations") })
    }

    @Test("Stitching without the ledger gives the same result while the break's start is in the window")
    func withoutLedger() throws {
        let breaks = [entry(30, [try creative("x", [4, 4, 4])])]
        var run = LiveRun()
        for count in 3...10 {
            try run.load(LiveOrigin(window: 8).playlist(count), breaks: breaks)
            let alone = LiveStitch().apply(to: try LiveOrigin(window: 8).playlist(count), breaks: breaks, ledger: LiveLedger())
            #expect(alone.playlist == run.last, "\(count)")
        }
    }

    @Test("A stored ledger continues where it was")
    func stored() throws {
        let breaks = [entry(30, [try creative("x", [4, 4, 4])])]
        var run = LiveRun()
        for count in 3...20 {
            run.ledger = try JSONDecoder().decode(LiveLedger.self, from: JSONEncoder().encode(run.ledger))
            try run.load(LiveOrigin().playlist(count), breaks: breaks)
        }
        #expect(run.names == (0..<5).map { "c\($0).ts" } + ["x0.ts", "x1.ts", "x2.ts"] + (7..<20).map { "c\($0).ts" })
    }

    @Test("Without dates the stream's clock begins at the first known segment")
    func undated() throws {
        var run = LiveRun()
        let breaks = [LiveStitch.Break(id: "b", start: 30, ads: [LiveStitch.Ad(try creative("x", [4, 4, 4]))])]
        for count in 3...20 { try run.load(LiveOrigin(hasDates: false).playlist(count), breaks: breaks) }
        #expect(run.names.contains("x2.ts"))
        #expect(run.names.contains("c7.ts"))
        #expect(!run.names.contains("c6.ts"))
        #expect(run.last?.segments.allSatisfy { $0.programDateTime == nil } == true)
    }

    @Test("3.4 (16) Another origin with other numbers continues by date")
    func failover() throws {
        var run = LiveRun()
        let breaks = [entry(30, [try creative("x", [4, 4, 4])]), entry(78, [try creative("y", [6, 6])], id: "c")]
        let spare = LiveOrigin(name: "d", firstNumber: 4000, base: "http://spare/v/list.m3u8")
        for count in 3...9 { try run.load(LiveOrigin().playlist(count), of: "a", breaks: breaks) }
        let before = run.seen
        run.seen = run.seen.mapValues { ($0.url.replacing("http://origin/v/c", with: "http://spare/v/d"), $0.discontinuity, $0.date) }
        for count in 10...24 { try run.load(spare.playlist(count), of: "b", breaks: breaks) }
        #expect(run.seen.count > before.count)
        #expect(run.names.contains("y1.ts"))
        #expect(run.seen.keys.max() == UInt64(run.seen.count - 1))
    }

    @Test("3.4 (16) An unrelated origin continues after the last number")
    func strangeOrigin() throws {
        var run = LiveRun()
        for count in 3...9 { try run.load(LiveOrigin().playlist(count), of: "a", breaks: []) }
        let other = LiveOrigin(name: "d", hasDates: false, firstNumber: 70, base: "http://spare/v/list.m3u8")
        try run.load(other.playlist(4), of: "b", breaks: [])
        #expect(run.last?.mediaSequence == 9)
        #expect(run.last?.segments.first?.uri.text.hasSuffix("d0.ts") == true)
    }

    @Test("3.4 (16) An origin that restarts its numbers continues where it was, by date", arguments: [true, false])
    func renumbered(_ hasDates: Bool) throws {
        var run = LiveRun()
        for count in 30...33 { try run.load(LiveOrigin(hasDates: hasDates, firstNumber: 500).playlist(count), breaks: []) }
        let before = try #require(run.last?.nextSequence)
        // The same content under numbers from 0, or other content if no dates identify it.
        let again = LiveOrigin(name: hasDates ? "c" : "d", hasDates: hasDates, firstNumber: -20)
        try run.load(again.playlist(34), breaks: [])
        #expect(run.last?.nextSequence == (hasDates ? before + 1 : before + 6))
    }

    @Test("Breaks inside others, breaks before the window, and ads that do not fit are left out and reported")
    func refused() throws {
        let breaks = [
            entry(30, [try creative("x", [6, 6])]), entry(36, [try creative("y", [6])], id: "inside"),
            entry(-3, [try creative("z", [6])], id: "before"),
            entry(54, [try creative("m", head: "#EXT-X-VERSION:6\n#EXT-X-MAP:URI=\"i.mp4\"\n")], id: "map"),
        ]
        let result = LiveStitch().apply(to: try LiveOrigin(window: 20).playlist(12), breaks: breaks, ledger: LiveLedger())
        #expect(result.playlist.segments.count { $0.uri.text.contains("ads/") } == 2)
        #expect(result.problems.count == 3)
    }
}
