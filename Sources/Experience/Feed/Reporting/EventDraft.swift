// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// The common context of all events of a visit to an item.
public struct ReportContext: Hashable, Sendable {
    /// The service's session ID of the feed; nil for a player opened without a feed.
    public var feedID: String?
    public var widget: FeedWidget
    public var video: FeedVideo
    public var liveStreamID: String?
    /// Index of the item in its feed.
    public var position: Int?
    /// Playback started automatically.
    public var isAutoplay = false
    public var playerSize: ViewerEvent.PlayerSize?
    /// Watching counts as engaged, as in full screen; true for a story block of normal size.
    public var isEngaging: Bool

    public init(widget: FeedWidget, video: FeedVideo, feedID: String? = nil, position: Int? = nil) {
        self.widget = widget
        self.video = video
        self.feedID = feedID
        self.position = position
        liveStreamID = video.liveStreamID
        isEngaging = widget == .storyBlock || widget == .player
    }
}

/// An event without its ID and date.
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
    ///   - date: the time of the event.
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

/// Playback notices for the host, in order of occurrence.
public enum PlaybackNotice: Hashable, Sendable {
    case impression
    case started
    case startedAd
    /// By the user.
    case paused
    case resumed
    /// Left the view or was covered, or returned.
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
    /// Left before or after its end.
    case closed(FinishReason)
    case tappedCTA
    case tappedShare
}

/// Details of the video, reported to the host with each notice.
public struct VideoPlaybackDetails: Hashable, Sendable {
    public var videoID: String
    public var feedID: String?
    public var caption: String
    /// In seconds; nil if unknown and for live streams.
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

/// Details reported to the host when a thumbnail is clicked.
public struct FeedEventDetails: Hashable, Sendable {
    /// ID of the video or playlist.
    public var id: String
    public var source: ContentSource
    /// Counted from 0.
    public var index: Int
    public var title: String
    /// In seconds; 0 for playlists.
    public var duration: Double
    public var feedID: String?
    public var videoType: VideoType?
    public var liveStreamStatus: LiveStatus?

    /// - Returns: nil for an item of an unknown kind.
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
