// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

@Suite("3.8 Interstitials") struct GuidedTests {
    private func read(_ entry: GuidedBreak) throws -> DateRange {
        var playlist = try media(
            "#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:1970-01-02T00:00:00Z\n#EXTINF:6,\nc.ts\n#EXT-X-ENDLIST\n")
        playlist.dateRanges = [entry.dateRange]
        return try #require(Playlist.parse(playlist.write()).playlist?.media?.dateRanges.first)
    }

    @Test("3.8 (1) Every attribute is written in a form that players read")
    func attributes() throws {
        var entry = GuidedBreak(id: "b", at: .date(86_406), asset: .list("http://s/list?x=1"))
        entry.duration = 30
        entry.resumeOffset = -1.5
        entry.playoutLimit = 20
        entry.isOnce = true
        entry.occupies = .range
        entry.style = .primary
        entry.mayVary = false
        entry.skipOffset = 5
        entry.skipDuration = 10
        entry.skipLabel = "Skip_Ad"
        entry.clientAttributes = [Attribute(name: "X-OWN", value: "1"), Attribute(name: "OTHER", value: "2")]
        let range = try read(entry)
        #expect(range.classification == "com.apple.hls.interstitial")
        #expect(range.startDate == 86_406)
        #expect(range.duration == 30)
        let interstitial = try #require(range.interstitial)
        #expect(interstitial.asset == .list("http://s/list?x=1"))
        #expect(interstitial.resumeOffset == -1.5)
        #expect(interstitial.playoutLimit == 20)
        #expect(interstitial.snapsOut)
        #expect(interstitial.snapsIn)
        #expect(interstitial.restrictsSkip)
        #expect(interstitial.restrictsJump)
        #expect(interstitial.occupies == .range)
        #expect(interstitial.style == .primary)
        #expect(!interstitial.mayVary)
        #expect(interstitial.skipControlOffset == 5)
        #expect(interstitial.skipControlDuration == 10)
        #expect(interstitial.skipControlLabelID == "Skip_Ad")
        #expect(range.cue == DateRange.Cue(isOnce: true))
        #expect(range.clientAttributes.map(\.name) == ["X-OWN"])
        entry.skipLabel = "skip me!"
        entry.asset = .playlist("http://a/m.m3u8")
        let other = try read(entry).interstitial
        #expect(other?.skipControlLabelID == nil)
        #expect(other?.asset == .playlist("http://a/m.m3u8"))
    }

    @Test("3.8 (1) Breaks before and after the content are cues")
    func cues() throws {
        var before = GuidedBreak(id: "p", at: .pre(86_400), asset: .list("l"))
        before.isOnce = true
        #expect(try read(before).cue == DateRange.Cue(isPre: true, isOnce: true))
        #expect(try read(GuidedBreak(id: "q", at: .post(86_500), asset: .list("l"))).cue == DateRange.Cue(isPost: true))
    }

    @Test("3.8 (7) Recorded content pauses, gets dates, and has an asset list for each break")
    func recorded() throws {
        let content = try media(
            "#EXT-X-TARGETDURATION:6\n#EXT-X-CUE-OUT:0\n#EXT-X-CUE-IN\n#EXTINF:6,\nc0.ts\n#EXTINF:6,\nc1.ts\n#EXT-X-CUE-OUT:0\n#EXTINF:6,\nc2.ts\n#EXT-X-ENDLIST\n"
        )
        let breaks = BreakTimeline(content).breaks
        #expect(breaks.map(\.start) == [0, 12])
        let result = GuidedPlaylist(assetList: "list.json?s=1").apply(to: content, breaks: breaks)
        let read = try #require(Playlist.parse(result.playlist.write()).playlist?.media)
        #expect(read.dateRanges.map(\.startDate) == [86_400, 86_412])
        #expect(read.dateRanges.map { $0.interstitial?.resumeOffset } == [0, 0])
        #expect(read.dateRanges[1].interstitial?.asset == .list("list.json?s=1&_HLS_interstitial_id=at-12000"))
        #expect(read.segments.allSatisfy { $0.unknownTags.isEmpty })
        #expect(read.segments.first?.programDateTime == 86_400)
    }

    @Test("3.8 (1) Live content continues underneath: no resume offset, and the break's duration is the limit")
    func live() throws {
        let origin = LiveOrigin(window: 10, tags: [5: "#EXT-X-CUE-OUT:12\n"])
        let content = try origin.playlist(9)
        let times = content.segments.compactMap(\.programDateTime) + [LiveOrigin.epoch + 54]
        let result = GuidedPlaylist(assetList: "http://s/l").apply(
            to: content, breaks: BreakTimeline(content, times: times).breaks, times: times)
        let range = try #require(result.playlist.dateRanges.first)
        #expect(range.startDate == LiveOrigin.epoch + 30)
        #expect(range.plannedDuration == 12)
        #expect(range.interstitial?.resumeOffset == nil)
        #expect(range.interstitial?.playoutLimit == 12)
        let undated = try LiveOrigin(hasDates: false).playlist(9)
        #expect(GuidedPlaylist(assetList: "l").apply(to: undated, breaks: [DiscoveredBreak(id: "b", start: 0)]).problems.count == 1)
    }

    private var decision: BreakDecision {
        BreakDecision(.filled, slots: [("a", 10.0), ("b", 15.5), ("c", 5)].map { .init(.ad, creativeKey: $0.0, duration: $0.1) })
    }

    @Test("3.8 (2) The asset list has the ads of the stitched session, back to back, with its skip control")
    func assetList() throws {
        let answer = AssetListResponse(decision, skip: .init(offset: 5, label: "skip")) { "http://f/\($0.creativeKey)/m.m3u8" }
        let list = try AssetList.parse(answer.json)
        #expect(list.assets.map(\.uri.text) == ["http://f/a/m.m3u8", "http://f/b/m.m3u8", "http://f/c/m.m3u8"])
        #expect(list.assets.map(\.duration) == [10, 15.5, 5])
        #expect(list.skipControlOffset == 5)
        #expect(list.skipControlDuration == nil)
        #expect(list.skipControlLabelID == "skip")
    }

    @Test("3.8 (4), (8) A viewer who joins during a break gets the remaining ads, and a list may be empty")
    func joining() throws {
        let late = try AssetList.parse(AssetListResponse(decision, startOffset: 12) { $0.creativeKey }.json)
        #expect(late.assets.map(\.uri.text) == ["b", "c"])
        #expect(try AssetList.parse(AssetListResponse(BreakDecision(.empty)) { $0.creativeKey }.json).assets.isEmpty)
        #expect(try AssetList.parse(AssetListResponse(decision) { $0.creativeKey == "b" ? nil : $0.creativeKey }.json).assets.count == 2)
    }
}
