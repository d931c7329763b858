// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Interstitials that a live stream is joined in", .serialized, .timeLimit(.minutes(1))) struct JoinedInterstitialTests {
    private func place(_ durations: [Double], joinedAt seconds: Double, of length: Double? = 15) -> [Double] {
        var event = ScheduledInterstitial(id: "a", place: .time(0), asset: .list("https://a/list.json"))
        event.duration = length
        let assets = durations.map { AssetList.Asset(uri: URIReference("https://a/film.m3u8"), duration: $0) }
        let joined = InterstitialLoad(event).start(in: assets, joinedAt: seconds)
        return [Double(joined.index), joined.start]
    }

    @Test("3.8 (4) Playback joins a complete asset list at the current position, and a list without past assets at its first")
    func lists() {
        #expect(place([5, 5, 5], joinedAt: 0) == [0, 0])
        #expect(place([5, 5, 5], joinedAt: 7) == [1, 2])
        #expect(place([5, 5, 5], joinedAt: 10) == [2, 0])
        #expect(place([5, 5], joinedAt: 7) == [0, 0])
        #expect(place([5, 5, 5], joinedAt: 16) == [3, 0])
        #expect(place([], joinedAt: 3) == [0, 0])
        #expect(place([5], joinedAt: 3, of: nil) == [0, 0])
    }

    @Test("3.8 (4), (8) An interstitial plays from its current position, and the stream resumes at its edge", arguments: [false, true])
    func played(isList: Bool) async throws {
        let film = try await ServedStream("medium")
        var programme = try LiveStream.transportStream {
            $0.window = .sliding(seconds: 12)
            $0.startDate = 1_800_000_000
        }
        // The list begins at 8 s, and the stream is joined at its 14 s: two seconds after the start of the ad.
        programme.start = 20
        let asset = isList ? "X-ASSET-LIST=\"list.json\"" : "X-ASSET-URI=\"\(film.address("index.m3u8"))\""
        programme.texts["/list.json"] = "{\"ASSETS\":[{\"URI\":\"\(film.address("index.m3u8"))\",\"DURATION\":5}]}"
        let date = DateTimeText.text(1_800_000_012)
        programme.edit = { _, text, _ in
            text.replacing(
                "#EXT-X-MEDIA-SEQUENCE",
                with:
                    "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date)\",DURATION=5,\(asset)\n#EXT-X-MEDIA-SEQUENCE"
            )
        }
        let origin = try await LiveOrigin(programme)
        let run = await RecordedRun.play([origin.address + "/live.m3u8"], limit: 120, configuration: .impatient)
        // Three seconds of the ad remain; how far the stream advances meanwhile depends on its reloads.
        let next = try #require(run.numbers.dropFirst(90).first ?? nil)
        #expect(next >= 14 * 30)
        #expect(run.numbers == (Array(60..<150) + Array(next..<next + 30)).map { $0 }, "\(run.journal.suffix(8))")
        let asked = origin.requests.filter { $0.path == "/list.json" } + film.origin.requests.filter { $0.path == "/index.m3u8" }
        #expect(asked.first?.query?.contains("_HLS_start_offset=2.000") == true)
        let starts = run.facts.compactMap {
            if case .interstitial(_, .asset(_, let asset)) = $0 { [asset.elapsed, asset.start] } else { nil }
        }
        #expect(starts.map { $0.map { ($0 * 10).rounded() / 10 } } == [[2, 2]])
        await origin.stop()
        await film.origin.stop()
    }

    @Test("3.8 (4) Playback joins the single playlist of a tag in its middle") func playlist() {
        let event = ScheduledInterstitial(id: "a", place: .time(0), asset: .playlist("https://a/film.m3u8"))
        let joined = InterstitialLoad(event).start(in: [.init(uri: URIReference("https://a/film.m3u8"), duration: 0)], joinedAt: 7)
        #expect(joined.index == 0)
        #expect(joined.start == 7)
    }
}
