// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdPlayback
import WindowboxAds
import WindowboxKit
import WindowboxOrigin
import WindowboxServiceKit

@Suite("Video catalogue of a playback service", .timeLimit(.minutes(1))) struct VideoCatalogueTests {
    private static let film = """
        {"id":"7","name":"Film","duration":90500,"economics":"AD_SUPPORTED","custom_fields":{"SourceId":"s","VideoId":"v"},\
        "sources":[{"src":"https://c/a.mpd","type":"application/dash+xml"},{"src":"http://c/a.m3u8","type":"application/x-mpegURL"},\
        {"src":"https://c/a.mp4","container":"MP4"},{"src":"https://c/b.m3u8","type":"application/vnd.apple.mpegurl"},{"type":"x"}],\
        "cue_points":[{"type":"AD","time":30.5,"name":"mid"},{"type":"CODE","time":-1},{"type":"AD"}]}
        """

    @Test("1.3 A video has sources, cue points and metadata, and the best source is chosen")
    func video() async throws {
        let origin = try await AdOrigin(texts: ["/accounts/a%2F1/videos/7": Self.film, "/accounts/a/1/videos/7": Self.film])
        let catalogue = VideoCatalogue(origin.address, account: "a/1")
        let video = try await catalogue.video(.id("7"), query: [("ad_config_id", "x y")])
        #expect(origin.paths.last?.hasSuffix("?ad_config_id=x%20y") == true)
        #expect(video.name == "Film")
        #expect(video.duration == 90.5)
        #expect(video.sources.map(\.delivery) == [.dash, .hls, .mp4, .hls])
        #expect(video.source?.url == "https://c/b.m3u8")
        #expect(video.cuePoints.all.map(\.position) == [.before, .at(30.5)] && video.cuePoints.all[1].properties["name"] == "mid")
        #expect(video.metadata["economics"] == "AD_SUPPORTED")
        let request = try #require(StreamRequestPolicy.standardVideo.request(for: video.metadata))
        #expect(request.kind == .recorded(sourceID: "s", videoID: "v"))
        var other = video
        other.sources = other.sources.filter { $0.delivery != .hls }
        #expect(other.source?.delivery == .mp4)
        other.sources.removeLast()
        #expect(other.source?.delivery == .dash)
        await origin.stop()
    }

    @Test("1.3 A playlist is requested in pages, and leaves out entries that are no videos")
    func playlist() async throws {
        let origin = try await AdOrigin(texts: ["/accounts/1/playlists/ref:new": "{\"id\":\"p\",\"videos\":[\(Self.film),{\"id\":3}]}"])
        let playlist = try await VideoCatalogue(origin.address, account: "1").playlist(.reference("new"), limit: 20, offset: 40)
        #expect(playlist.id == "p")
        #expect(playlist.videos.map(\.id) == ["7"])
        #expect(origin.paths == ["/accounts/1/playlists/ref:new?limit=20&offset=40"])
        await origin.stop()
    }

    @Test("1.3 Errors distinguish the connection, the document, and the service's codes")
    func errors() async throws {
        let origin = try await Origin { request in
            request.path.hasSuffix("/1")
                ? .text("[{\"error_code\":\"VIDEO_NOT_FOUND\",\"error_subcode\":\"x\",\"message\":\"none\"}]", status: 404)
                : .text(request.path.hasSuffix("/2") ? "<html>" : "{\"name\":\"nobody\"}")
        }
        let catalogue = VideoCatalogue(origin.address, account: "1")
        await #expect(throws: CatalogueFailure.refused(status: 404, [.init(code: "VIDEO_NOT_FOUND", subcode: "x", message: "none")])) {
            try await catalogue.video(.id("1"))
        }
        for id in ["2", "3"] { await #expect(throws: CatalogueFailure.document) { try await catalogue.video(.id(id)) } }
        await origin.stop()
        let failure = await #expect(throws: CatalogueFailure.self) { try await catalogue.video(.id("1")) }
        guard case .connection = failure else {
            Issue.record("\(String(describing: failure)) is not a connection error")
            return
        }
    }
}
