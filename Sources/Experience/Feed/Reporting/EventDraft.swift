// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// What all events of one visit to one item have in common.
public struct ReportContext: Hashable, Sendable {
    /// The service's name of the feed; nil for a player opened without one.
    public var feedID: String?
    public var widget: Widget
    public var video: FeedVideo
    public var liveStreamID: String?
    /// Of the item in its feed, from 0.
    public var position: Int?
    /// It began without anybody having asked.
    public var isAutoplay = false
    public var playerSize: ViewerEvent.PlayerSize?
    /// Watching here counts as engaged, as in full screen: a story block of usual size.
    public var isEngaging: Bool

    public init(widget: Widget, video: FeedVideo, feedID: String? = nil, position: Int? = nil) {
        self.widget = widget
        self.video = video
        self.feedID = feedID
        self.position = position
        liveStreamID = video.liveStreamID
        isEngaging = widget == .storyBlock || widget == .player
    }
}

/// An event before it has its id and its date.
public struct EventDraft: Hashable, Sendable {
    public var name: EventName
    public var context: ReportContext
    public var productID: String?
    public var progressMS: Int64?
    public var durationMS: Int64?
    public var pass: Int?
    public var reason: FinishReason?
    public var properties: [String: JSONValue] = [:]
    var watchedMS: Int64 = 0

    public init(_ name: EventName, _ context: ReportContext) {
        self.name = name
        self.context = context
    }

    /// - Parameters:
    ///   - id: a UUID.
    ///   - date: of the moment.
    public func event(id: String, at date: Date) -> ViewerEvent {
        var event = ViewerEvent(id: id, name: name, ts: date, videoID: context.video.id)
        event.feedID = context.feedID
        event.widget = context.widget
        event.liveStreamID = context.liveStreamID
        event.productID = productID
        event.videoType = context.video.type
        event.liveStatus = context.video.liveStatus
        event.progressMS = progressMS
        event.durationMS = durationMS
        event.isAutoplay = context.isAutoplay
        event.pass = pass
        event.playerSize = context.playerSize
        event.position = context.position
        event.reason = reason?.rawValue
        event.properties = properties.isEmpty ? nil : properties
        return event
    }
}

/// What the host is told about playing, in the order in which it happens.
public enum PlaybackNotice: Hashable, Sendable {
    case impression
    case started
    case startedAd
    /// By a person.
    case paused
    case resumed
    /// Out of view, covered, or back.
    case automaticallyPaused
    case automaticallyResumed
    case muted
    case unmuted
    case firstQuartile
    case midpoint
    case thirdQuartile
    /// Only at the end of the media.
    case finished(FinishReason)
    case finishedAd(FinishReason)
    /// Left before or behind its end.
    case closed(FinishReason)
    case tappedCTA
    case tappedShare
}

/// What the host is told about a video with each notice.
public struct VideoPlaybackDetails: Hashable, Sendable {
    public var videoID: String
    public var feedID: String?
    public var caption: String
    /// Seconds; nil while unknown and for live streams.
    public var duration: Double?
    public var progress: Double?
    public var playerSize: ViewerEvent.PlayerSize?
    public var badge: String?
    public var hasCTA: Bool
    public var ctaActionType: CallToActionType?
    public var ctaActionURL: String?
    public var videoType: VideoType
    public var liveStreamStatus: LiveStatus?
    public var isAutoplay: Bool

    public init(_ context: ReportContext, progress: Double? = nil) {
        let video = context.video
        videoID = video.id
        feedID = context.feedID
        caption = video.caption
        duration = video.durationMS > 0 ? Double(video.durationMS) / 1000 : nil
        self.progress = progress
        playerSize = context.playerSize
        badge = video.badge
        hasCTA = video.cta != nil
        ctaActionType = video.cta?.type
        ctaActionURL = video.cta?.url
        videoType = video.type
        liveStreamStatus = video.liveStatus
        isAutoplay = context.isAutoplay
    }
}

/// What the host is told of a click on a thumbnail.
public struct FeedEventDetails: Hashable, Sendable {
    /// Of the video or the playlist.
    public var id: String
    public var source: ContentSource
    /// From 0.
    public var index: Int
    public var title: String
    /// Seconds; 0 for playlists.
    public var duration: Double
    public var feedID: String?
    public var videoType: VideoType?
    public var liveStreamStatus: LiveStatus?

    /// - Returns: nil for an item of a kind that isn't known here.
    public init?(_ item: FeedItem, at index: Int, source: ContentSource, feedID: String?) {
        if let video = item.video {
            (id, title, duration) = (video.id, video.caption, Double(video.durationMS) / 1000)
            (videoType, liveStreamStatus) = (video.type, video.liveStatus)
        } else if let playlist = item.playlist {
            (id, title, duration) = (playlist.id, playlist.name, 0)
            (videoType, liveStreamStatus) = (nil, nil)
        } else {
            return nil
        }
        (self.source, self.index, self.feedID) = (source, index, feedID)
    }
}
