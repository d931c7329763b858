// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxSources

@Suite("Media composition document")
struct CompositionDocumentTests {
    private static let text = """
        {"main": "urn:1", "show": {"title": "News"}, "channel": {"title": "One", "current": {"title": "Now", "start": "2027-01-15T08:00:00Z", "end": "2027-01-15T09:00:00+01:00"}},
         "chapters": [
          {"urn": "urn:1", "title": "Evening", "kind": "episode", "media": "video", "description": "All of it", "date": "2027-01-15T19:30:00.250+01:00",
           "duration": 1800000, "image": "https://x/i.jpg", "smallImage": "https://x/s.jpg", "imageCopyright": "Her", "episode": 3, "season": 2,
           "viewport": "monoscopic", "availableFrom": "2027-01-15T18:30:00Z", "availableUntil": "2027-02-15T18:30:00Z", "new": {"unknown": [1]},
           "resources": [{"url": "https://x/a.m3u8", "delivery": "hls", "quality": "hd", "timing": "dvr", "token": "https://t"},
                         {"url": "https://x/a.bin", "delivery": "teleport"}],
           "segments": [{"urn": "urn:s1", "title": "Weather", "markIn": 1000, "markOut": 60500, "blockingReason": "legal"},
                        {"urn": "urn:s2", "title": "Later", "start": "2027-01-15T18:31:00Z", "end": "2027-01-15T18:32:00Z", "isHidden": true}],
           "intervals": [{"kind": "openingCredits", "markIn": 0, "markOut": 900}, {"kind": "sponsor", "markIn": 5, "markOut": 6}]},
          {"urn": "urn:2", "title": "Sport", "fullLength": "urn:1", "place": {"markIn": 70000, "markOut": 90000}}]}
        """

    private func decoded(_ text: String) throws -> MediaComposition {
        try JSONDecoder().decode(MediaComposition.self, from: Data(text.utf8))
    }

    @Test("1.31: The whole document is decoded, and unknown fields are ignored")
    func reading() throws {
        let composition = try decoded(Self.text)
        let main = try #require(composition.main)
        #expect(composition.show?.title == "News")
        #expect(composition.channel?.current?.end == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(main.media.date == Date(timeIntervalSince1970: 1_800_037_800.25))
        #expect(main.media.duration == 1800)
        #expect(main.media.episode == Episode(number: 3, season: 2))
        #expect(main.media.image == .url("https://x/i.jpg", lowResolution: "https://x/s.jpg"))
        #expect(
            main.resources == [MediaResource(url: "https://x/a.m3u8", delivery: .hls, quality: .high, timing: .dvr, tokenURL: "https://t")])
        #expect(main.segments.map(\.isBlocked) == [true, false])
        #expect(main.segments[0].mark == .times(TimeRange(start: 1, end: 60.5)))
        #expect(main.segments[1].mark.times(dateOfZero: 1_800_037_860) == TimeRange(start: 0, end: 60))
        #expect(main.markedRanges.map(\.kind) == [.openingCredits, .custom("sponsor")])
        #expect(composition.chapters[1].rangeInFullLength == TimeRange(start: 70, end: 90))
        #expect(composition.subdivision("urn:s1")?.chapter.media.urn == "urn:1")
        #expect(composition.subdivision("urn:2")?.segment == nil)
        #expect(composition.subdivision("urn:3") == nil)
    }

    @Test("1.31.6, LB-20: a chapter's metadata has the show as title, its parts, blocked ranges and image copyright")
    func metadata() throws {
        let composition = try decoded(Self.text)
        let metadata = composition.playerMetadata(for: try #require(composition.main))
        #expect(metadata.title == "News")
        #expect(metadata.subtitle == "Evening")
        #expect(metadata.imageCopyright == "Her")
        #expect(metadata.viewport == .monoscopic)
        #expect(metadata.chapters.map(\.title) == ["Sport"])
        #expect(metadata.chapters.first?.timeRange == TimeRange(start: 70, end: 90))
        #expect(metadata.markedRanges.first == MarkedRange(.blocked, TimeRange(start: 1, end: 60.5)))
        #expect(metadata.markedRanges.count == 3)
    }

    @Test("1.31.6: For livestreams or without a show only the chapter's title is used; a repeated title gives way to the date")
    func titles() throws {
        var composition = try decoded(Self.text)
        composition.chapters[0].media.kind = .livestream
        var metadata = composition.playerMetadata(for: composition.chapters[0])
        #expect(metadata.title == "Evening")
        #expect(metadata.subtitle == nil)
        #expect(metadata.chapters.isEmpty)
        composition.chapters[0].media.kind = .episode
        composition.chapters[0].media.title = "News"
        metadata = composition.playerMetadata(for: composition.chapters[0])
        #expect(metadata.title == "News")
        #expect(metadata.subtitle?.hasPrefix("2027-01-1") == true)
        composition.show = nil
        #expect(composition.playerMetadata(for: composition.chapters[0]).subtitle == nil)
    }

    @Test("1.31.6: Audio has no chapters, and parts of another media type are not listed")
    func sound() throws {
        var composition = try decoded(Self.text)
        composition.chapters[1].media.mediaType = .audio
        #expect(composition.playerMetadata(for: composition.chapters[0]).chapters.isEmpty)
        composition.chapters[0].media.mediaType = .audio
        #expect(composition.playerMetadata(for: composition.chapters[0]).chapters.isEmpty)
    }

    @Test("1.31.3: HLS is preferred to M3U, M3U to a single file; then the wanted timing, quality, or the best")
    func resources() {
        func resource(_ url: String, _ delivery: MediaResource.Delivery, _ quality: MediaResource.Quality?, _ timing: MediaResource.Timing?)
            -> MediaResource
        { MediaResource(url: url, delivery: delivery, quality: quality, timing: timing) }
        let all = [
            resource("file", .progressive, .highest, .dvr), resource("list", .m3u, .highest, .dvr), resource("plain", .hls, nil, nil),
            resource("sd", .hls, .standard, .live), resource("hd", .hls, .high, .live), resource("window", .hls, .standard, .dvr),
        ]
        #expect(PlaybackSettings().choose(among: all)?.url == "hd")
        #expect(PlaybackSettings(quality: .standard).choose(among: all)?.url == "sd")
        #expect(PlaybackSettings(timing: .dvr, quality: .high).choose(among: all)?.url == "window")
        #expect(PlaybackSettings().choose(among: Array(all.prefix(2)))?.url == "list")
        #expect(PlaybackSettings(timing: .onDemand).choose(among: Array(all.prefix(1)))?.url == "file")
        #expect(PlaybackSettings().choose(among: []) == nil)
    }

    @Test("LB-11: every blocking reason has its own text for media and segments, which an application can replace")
    func texts() {
        let english = BlockingTexts.english
        for reason in BlockingReason.all {
            #expect(english.media[reason] != nil)
            #expect(english.segment[reason] != nil)
        }
        #expect(Set(BlockingReason.all.map { english.text(forMedia: $0) }).count == BlockingReason.all.count)
        #expect(Set(BlockingReason.all.map { english.text(forSegment: $0) }).count == BlockingReason.all.count)
        let own = BlockingTexts(media: [.legal: "Verboten"])
        #expect(own.text(forMedia: .legal) == "Verboten")
        #expect(own.text(forSegment: .legal) == english.text(forSegment: .legal))
        #expect(own.text(forMedia: BlockingReason("moonPhase")) == english.text(forMedia: .unknown))
    }

    @Test("1.31: The URN is percent-encoded into the URL, along with the parameters")
    func addresses() {
        let service = CompositionService(address: "https://x/v1/{urn}.json?a=1", parameters: [("b c", "ü")])
        #expect(
            service.url(of: "urn:a/b", settings: PlaybackSettings(source: "list"))
                == "https://x/v1/urn:a%2Fb.json?a=1&b%20c=%C3%BC&source=list")
        #expect(CompositionService(address: "https://x/v1").url(of: "u") == "https://x/v1/u")
    }
}
