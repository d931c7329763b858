// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

@Suite struct LowLatencyTests {
    private let origin = LiveOrigin(segment: 4, window: 12, part: 1)

    private func breaks() throws -> [LiveStitch.Break] {
        [.init(id: "b", start: LiveOrigin.epoch + 32, ads: [.init(try creative("x", [4, 4], parts: 1))])]
    }

    @Test("(3.5) Parts of ads appear at the content's pace, the next one is hinted, and the content returns with its parts")
    func parts() throws {
        var ledger = LiveLedger()
        var steps: [String] = []
        for count in 8...10 {
            for parts in 0..<4 {
                let result = LiveStitch().apply(to: try origin.playlist(count, parts: parts), breaks: try breaks(), ledger: ledger)
                ledger = result.ledger
                let upcoming = try #require(result.playlist.upcoming)
                let hint = result.playlist.preloadHints.first?.uri.text.split(separator: "/").last ?? "-"
                steps.append("\(upcoming.sequence):\(upcoming.parts.count):\(hint)")
                #expect(upcoming.sequence == result.playlist.nextSequence)
                let written = try #require(Playlist.parse(result.playlist.write(), baseURL: "").playlist?.media)
                #expect(written.upcoming?.parts.count == upcoming.parts.count)
            }
        }
        #expect(steps[0...3] == ["8:0:x0.0.ts", "8:1:x0.1.ts", "8:2:x0.2.ts", "8:3:x0.3.ts"])
        #expect(steps[4...7] == ["9:0:x1.0.ts", "9:1:x1.1.ts", "9:2:x1.2.ts", "9:3:x1.3.ts"])
        #expect(steps[8...11] == ["10:0:c10.0.ts", "10:1:c10.1.ts", "10:2:c10.2.ts", "10:3:c10.3.ts"])
    }

    @Test("(3.5) The part target is the larger of both, PART-HOLD-BACK three times that, and CAN-SKIP-UNTIL six target durations")
    func control() throws {
        var stitch = LiveStitch()
        stitch.serverControl = ServerControl(canBlockReload: true, canSkipUntil: 4, holdBack: 5)
        let long = LiveStitch.Break(id: "b", start: LiveOrigin.epoch + 32, ads: [.init(try creative("x", [4, 4], parts: 2))])
        let playlist = stitch.apply(to: try origin.playlist(9, parts: 1), breaks: [long], ledger: LiveLedger()).playlist
        #expect(playlist.partTarget == 2)
        #expect(playlist.serverControl.partHoldBack == 6)
        #expect(playlist.serverControl.holdBack == 12)
        #expect(playlist.serverControl.canSkipUntil == 24)
    }

    @Test("(3.5) A delta update with ads merges into the client's playlist to the whole one")
    func delta() throws {
        let wide = LiveOrigin(segment: 4, window: 30, part: 1)
        var ledger = LiveLedger()
        var held: MediaPlaylist?
        for count in 20...34 {
            let result = LiveStitch().apply(
                to: try wide.playlist(count),
                breaks: [.init(id: "b", start: LiveOrigin.epoch + 100, ads: [.init(try creative("x", [2, 2, 2, 2]))])],
                ledger: ledger)
            ledger = result.ledger
            let update = DeltaUpdate.of(result.playlist, skip: .segments)
            let skip = try #require(update.skip)
            #expect(skip.skippedSegments > 0)
            #expect(update.version >= 9)
            let read = try #require(Playlist.parse(update.write(), baseURL: "").playlist?.media)
            if let base = held {
                let merged = try base.merging(read).playlist
                #expect(merged.segments.map(\.uri.text) == result.playlist.segments.map(\.uri.text))
                #expect(merged.segments.map(\.discontinuitySequence) == result.playlist.segments.map(\.discontinuitySequence))
                held = merged
            } else {
                held = try #require(Playlist.parse(result.playlist.write(), baseURL: "").playlist?.media)
            }
        }
        let short = LiveStitch().apply(to: try origin.playlist(3), breaks: [], ledger: LiveLedger()).playlist
        #expect(DeltaUpdate.of(short, skip: .segments).skip == nil)
    }

    @Test("(3.5) Date ranges that end within the skipped segments may be skipped too")
    func deltaRanges() throws {
        var playlist = try LiveOrigin(segment: 4, window: 30, part: 1).playlist(30)
        playlist.serverControl.canSkipDateRanges = true
        var old = DateRange(id: "old", startDate: LiveOrigin.epoch + 4)
        old.duration = 8
        playlist.dateRanges = [
            old, DateRange(id: "open", startDate: LiveOrigin.epoch + 8), DateRange(id: "new", startDate: LiveOrigin.epoch + 116),
        ]
        let update = DeltaUpdate.of(playlist, skip: .segmentsAndDateRanges, removed: ["gone"])
        #expect(update.dateRanges.map(\.id) == ["open", "new"])
        #expect(update.skip?.recentlyRemovedDateRanges == ["gone"])
        #expect(update.version >= 10)
        #expect(DeltaUpdate.of(playlist, skip: .segments).dateRanges.count == 3)
    }

    @Test("(3.5) A request for a future part waits for the origin's next part, and one too far ahead is refused")
    func blocking() throws {
        let content = try origin.playlist(9, parts: 2)
        let stitched = LiveStitch().apply(to: content, breaks: try breaks(), ledger: LiveLedger()).playlist
        #expect(stitched.nextSequence == 9)
        #expect(stitched.upcoming?.parts.count == 2)
        func decide(_ sequence: UInt64?, _ part: Int? = nil) -> BlockingReload {
            .decide(DeliveryDirectives(mediaSequence: sequence, part: part), stitched: stitched, origin: content)
        }
        #expect(decide(nil) == .answer)
        #expect(decide(8) == .answer)
        #expect(decide(9, 1) == .answer)
        #expect(decide(9, 2) == .wait(origin: DeliveryDirectives(mediaSequence: 9, part: 2), timeout: 12))
        #expect(decide(10) == .wait(origin: DeliveryDirectives(mediaSequence: 9), timeout: 12))
        #expect(decide(11) == .refuse)
        #expect(decide(nil, 1) == .refuse)
    }

    @Test("(3.5) Rendition reports have the siblings' own stitched numbers")
    func reports() throws {
        let stitched = LiveStitch().apply(to: try origin.playlist(9, parts: 2), breaks: try breaks(), ledger: LiveLedger()).playlist
        #expect(BlockingReload.report("v.m3u8", of: stitched) == RenditionReport(uri: "v.m3u8", lastSequence: 9, lastPart: 1))
        let plain = LiveStitch().apply(to: try LiveOrigin().playlist(9), breaks: [], ledger: LiveLedger()).playlist
        #expect(BlockingReload.report("v.m3u8", of: plain) == RenditionReport(uri: "v.m3u8", lastSequence: 8, lastPart: nil))
    }

    @Test("(3.6) Session playlists are not cached, segments permanently, and shared live playlists briefly")
    func caching() {
        #expect(StitchedCaching.sessionPlaylist.header == "no-store")
        #expect(StitchedCaching.segment.header.contains("immutable"))
        #expect(StitchedCaching.sharedPlaylist(targetDuration: 6, isLive: true).header == "public, max-age=3")
        #expect(StitchedCaching.segmentRedirect.header.hasPrefix("private"))
        #expect(StitchedCaching.retention(of: 6, window: 36) == 42)
    }
}
