// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// The common context of all events of a visit to an item.
public struct ReportContext: Hashable, Sendable {
    /// The service's session ID of the feed; nil for a player opened without a feed.
    public var feedID: String?
    /// The kind of widget that shows the video.
    public var widget: FeedWidget
    /// The video as in the feed.
    public var video: FeedVideo
    /// ID of the live stream; nil for other videos.
    public var liveStreamID: String?
    /// Index of the item in its feed.
    public var position: Int?
    /// Playback started automatically.
    public var isAutoplay = false
    /// The size of the player; nil if unknown.
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
    /// The kind of event.
    public var name: EventName
    /// The video, and where it plays.
    public var context: ReportContext
    /// ID of the product that was used; nil without one.
    public var productID: String?
    /// The position in milliseconds; nil if unknown.
    public var progressMS: Int64?
    /// The duration in milliseconds; nil if unknown and for live streams.
    public var durationMS: Int64?
    /// How often the video was begun in this visit, from 1; nil if that has no meaning.
    public var pass: Int?
    /// Why playback ended; nil for other events.
    public var reason: FinishReason?
    /// Further data of the event, by name.
    public var properties: [String: JSONValue] = [:]
    var watchedMS: Int64 = 0

    /// Creates an event without optional data.
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
    /// The video was visible for the first time in this visit.
    case impression
    /// The video began.
    case started
    /// An ad began.
    case startedAd
    /// By the user.
    case paused
    /// By the user.
    case resumed
    /// Left the view or was covered, or returned.
    case automaticallyPaused
    /// It returned to the view, or isn't covered any more.
    case automaticallyResumed
    /// By the user.
    case muted
    /// By the user.
    case unmuted
    /// A quarter has played.
    case firstQuartile
    /// Half has played.
    case midpoint
    /// Three quarters have played.
    case thirdQuartile
    /// Only at the end of the media.
    case finished(FinishReason)
    /// The end of an ad.
    case finishedAd(FinishReason)
    /// Left before or after its end.
    case closed(FinishReason)
    /// The user clicked the call-to-action button.
    case tappedCTA
    /// The user clicked the share button.
    case tappedShare
}

/// Details of the video, reported to the host with each notice.
public struct VideoPlaybackDetails: Hashable, Sendable {
    /// ID of the video.
    public var videoID: String
    /// The service's session ID of the feed; nil for a player opened without a feed.
    public var feedID: String?
    /// The caption of the video; may be empty.
    public var caption: String
    /// In seconds; nil if unknown and for live streams.
    public var duration: Double?
    /// The position in seconds; nil if unknown.
    public var progress: Double?
    /// The size of the player; nil if unknown.
    public var playerSize: ViewerEvent.PlayerSize?
    /// The label of the video, as given by the service; nil for none.
    public var badge: String?
    /// Whether the video has a call-to-action button.
    public var hasCTA: Bool
    /// What the button does; nil without one.
    public var ctaActionType: CallToActionType?
    /// The URL of the button; nil without one.
    public var ctaActionURL: String?
    /// Whether it is a video, a live stream or an ad.
    public var videoType: VideoType
    /// The status of the live stream; nil for other videos.
    public var liveStreamStatus: LiveStatus?
    /// Whether playback started automatically.
    public var isAutoplay: Bool

    /// - Parameter progress: the position in seconds; nil if unknown.
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
    /// Where the feed's items come from.
    public var source: ContentSource
    /// Counted from 0.
    public var index: Int
    /// The caption of the video, or the name of the playlist.
    public var title: String
    /// In seconds; 0 for playlists.
    public var duration: Double
    /// The service's session ID of the feed; nil if unknown.
    public var feedID: String?
    /// Whether it is a video, a live stream or an ad; nil for playlists.
    public var videoType: VideoType?
    /// The status of the live stream; nil for other items.
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
