// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Public visibility of a video") struct VideoVisibilityTests {
    private static let now = Timestamp.date(1_763_812_800_000)

    private static func state(_ change: (inout Video) -> Void) -> VideoVisibility {
        var video = Video(id: "v1", channelID: "c1")
        (video.status, video.publishedAt) = (.ready, now.addingTimeInterval(-60))
        change(&video)
        return video.visibility(at: now)
    }

    @Test("A video is shown while published, and not when withheld, blocked or expired") func states() {
        let (later, earlier) = (Self.now.addingTimeInterval(30), Self.now.addingTimeInterval(-30))
        #expect(Self.state { _ in }.state == .available)
        #expect(Self.state { $0.access = .ownApps }.state == .available)
        #expect(Self.state { $0.publishedAt = later }.state == .scheduled(later))
        #expect(Self.state { $0.publishedAt = nil }.state == .unpublished)
        #expect(Self.state { $0.status = .processing }.state == .unpublished)
        #expect(Self.state { ($0.status, $0.type) = (.pending, .liveStream) }.state == .available)
        #expect(Self.state { ($0.status, $0.type) = (.failed, .liveStream) }.state == .unpublished)
        #expect(Self.state { $0.access = .owners }.state == .withheld)
        #expect(Self.state { $0.status = .archived }.state == .withheld)
        #expect(Self.state { ($0.type, $0.archivedAt) = (.liveStream, earlier) }.state == .withheld)
        #expect(Self.state { $0.blockingReason = "legal" }.state == .blocked("legal"))
        #expect(Self.state { $0.blockingReason = "" }.state == .available)
        #expect(Self.state { $0.availableUntil = Self.now }.state == .expired(Self.now))
        #expect(Self.state { $0.availableUntil = later }.state == .available)
        // A private video does not reveal that it is blocked.
        #expect(Self.state { ($0.access, $0.blockingReason) = (.owners, "legal") }.state == .withheld)
    }

    @Test("An unlisted video can be opened and played, but is not listed") func unlisted() {
        var video = Video(id: "v1", channelID: "c1")
        (video.status, video.publishedAt, video.access) = (.ready, Self.now, .unlisted)
        let visibility = video.visibility(at: Self.now)
        #expect(visibility.isAvailable)
        #expect(!visibility.isListed)
        #expect(visibility.isPlayable())
        #expect(visibility.allowsMedia)
        #expect(video.listedSince == nil)
        #expect(Self.state { ($0.access, $0.blockingReason) = (.unlisted, "legal") }.state == .blocked("legal"))
        #expect(!Self.state { $0.access = Visibility(rawValue: "later version") }.isAvailable)
    }

    @Test("URLs are revealed shortly before the start, and files are served to those with their URL unless withdrawn") func media() {
        let soon = Self.state { $0.publishedAt = Self.now.addingTimeInterval(30) }
        #expect(!soon.isPlayable())
        #expect(soon.isPlayable(lead: 30))
        #expect(soon.allowsMedia)
        #expect(soon.isKnown)
        #expect(!soon.isListed)
        let over = Self.state { $0.availableUntil = Self.now }
        #expect(!over.isPlayable(lead: 60))
        #expect(!over.allowsMedia)
        #expect(over.isKnown)
        let blocked = Self.state { ($0.publishedAt, $0.blockingReason) = (nil, "legal") }
        #expect(!blocked.allowsMedia)
        #expect(!blocked.isKnown)
        #expect(!Self.state { $0.access = .owners }.allowsMedia)
        #expect(Self.state { $0.publishedAt = nil }.allowsMedia)
    }

    @Test(
        "A language tag names a country only by a two-letter region",
        arguments: [
            ("pt-BR", "pt", "BR"), ("pt_BR", "pt", "BR"), ("de", "de", nil), ("zh-Hant", "zh", nil), ("zh-Hant-TW", "zh", "TW"),
            ("es-419", "es", nil), ("EN-us", "en", "US"), ("de-x-AB", "de", nil), ("en-u-ca-gb", "en", nil), ("", nil, nil),
            ("1", nil, nil),
            ("sl-rozaj-IT", "sl", "IT"),
        ] as [(String, String?, String?)])
    func locales(tag: String, language: String?, country: String?) {
        #expect(LocaleTag(tag).language == language)
        #expect(LocaleTag(tag).country == country)
    }

    @Test("A video that has not begun shows its trailer where that may be played") func trailers() {
        var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "Show")
        var trailer = Video(id: "t1", channelID: "c1")
        (trailer.hlsURL, trailer.gifURL) = ("/media/t1.m3u8", "/media/t1.gif")
        trailer.subtitles = [Subtitle(language: "en", url: "/media/t1.vtt")]
        let video = Video(id: "v1", channelID: "c1")
        func reported(_ country: String? = nil) -> FeedVideo { FeedVideo(video, stream: stream, trailer: trailer, country: country) }
        #expect(reported().hlsURL == "/media/t1.m3u8")
        #expect(reported().gifURL == "/media/t1.gif")
        #expect(reported().subtitles == trailer.subtitles)
        #expect(reported().id == "v1")
        #expect(reported().liveStreamID == "l1")
        #expect(reported().liveStatus == .idle)
        trailer.regions.deny = ["DE"]
        #expect(reported("DE").hlsURL == nil)
        #expect(reported("CH").hlsURL != nil)
        stream.accessCodeHash = "x"
        #expect(reported("CH").hlsURL == nil)
        #expect(reported("CH").subtitles.isEmpty)
        (stream.accessCodeHash, stream.status) = (nil, .live)
        stream.playback.hls = "/media/live.m3u8"
        #expect(reported("CH").hlsURL == "/media/live.m3u8")
        #expect(reported("CH").gifURL == nil)
    }
}
