// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract

@testable import WindowboxPackager

@Suite("Posters of packaged videos") struct PosterSizeTests {
    private static func media(_ small: PackagedMedia.Picture?) -> PackagedMedia {
        var media = PackagedMedia()
        media.poster = PackagedMedia.Picture(file: "poster.jpg", width: 720, height: 1280)
        media.smallPoster = small
        return media
    }

    @Test("A packaged video's poster has both sizes in feeds") func sizes() {
        var video = Video(id: "v1", channelID: "c1")
        Self.media(PackagedMedia.Picture(file: "poster-small.jpg", width: 240, height: 426)).describe(&video, at: "/media/x")
        #expect(video.posterURL == "/media/x/poster.jpg")
        #expect(video.posterSizes.map(\.url) == ["/media/x/poster-small.jpg", "/media/x/poster.jpg"])
        #expect(FeedVideo(video).posters == video.posterSizes)
    }

    @Test("A poster that is small or from an earlier version has one size") func single() {
        for small in [nil, PackagedMedia.Picture(file: "poster-small.jpg", width: 720, height: 1280)] {
            var video = Video(id: "v1", channelID: "c1")
            Self.media(small).describe(&video, at: "/media/x")
            #expect(video.posters.map(\.url) == ["/media/x/poster.jpg"])
            #expect(FeedVideo(video).posters == nil)
        }
    }

    @Test("An uploaded poster is not mixed with frames of the video") func sent() {
        var video = Video(id: "v1", channelID: "c1")
        video.posterURL = "/media/videos/v1/sent/poster-1.jpg"
        video.posters = [Poster(url: "/media/videos/v1/sent/poster-1.jpg", width: 900, height: 1600)]
        Self.media(PackagedMedia.Picture(file: "poster-small.jpg", width: 240, height: 426)).describe(&video, at: "/media/x")
        #expect(video.posterURL == "/media/videos/v1/sent/poster-1.jpg")
        #expect(video.posters.count == 3)
        #expect(video.posterSizes == [])
    }
}
