// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// The live channel made of the sample clips, and the app that may show all of it.
enum SampleChannel {
    static let id = "samplelive"

    static func app(at now: Date) -> ClientApp {
        var app = ClientApp(id: "samples", name: "Samples", createdAt: now)
        app.businessID = SampleProducts.business.id
        return app
    }

    /// Only the portrait clips, because the channel is portrait.
    static func playlist(of clips: [SampleClip]) -> Playlist {
        var playlist = Playlist(id: id, channelID: SampleProducts.channel.id, name: "Clips of the live channel")
        playlist.items = clips.filter(\.isPortrait).enumerated().map { PlaylistItem(videoID: $0.element.id, position: $0.offset) }
        return playlist
    }

    static func video(at now: Date) -> Video {
        var video = Video(id: id, channelID: SampleProducts.channel.id)
        video.caption = "Samples, live"
        video.hashtags = ["live"]
        video.type = .liveStream
        video.status = .ready
        video.publishedAt = now
        return video
    }

    static func stream(at now: Date) -> LiveStream {
        var stream = LiveStream(id: id, videoID: id, channelID: SampleProducts.channel.id, title: "Samples, live")
        stream.description = "All portrait clips, one after another, day and night."
        stream.source = .mediaAsset
        stream.primaryURL = APIRoute.path("playlist", id)
        stream.status = .live
        stream.startedAt = now
        return stream
    }
}
