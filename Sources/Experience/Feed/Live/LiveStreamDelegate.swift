// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Details reported with each live-stream event.
public struct LiveStreamEventDetails: Hashable, Sendable {
    /// ID of the stream.
    public var id: String
    /// The service's session ID of the feed; nil for a stream opened by ID.
    public var feedID: String?
    /// The status as last known; nil before the stream was fetched.
    public var status: LiveStatus?
    /// The feed's video for the stream; nil for a stream opened by ID.
    public var video: FeedVideo?
    /// The kind of ``video``; nil without one.
    public var videoType: VideoType?

    public init(id: String, feedID: String? = nil, status: LiveStatus? = nil, video: FeedVideo? = nil) {
        (self.id, self.feedID, self.status, self.video) = (id, feedID, status, video)
        videoType = video?.type
    }
}

/// Details of a message that the user wrote.
public struct LiveStreamMessageDetails: Hashable, Sendable {
    /// ID of the message.
    public var messageID: String
    /// The text; nil for a message without one.
    public var text: String?
    /// The name under which the user wrote; nil if none was chosen.
    public var username: String?

    /// - Parameter message: as returned by the service.
    public init(_ message: ChatMessage) { (messageID, text, username) = (message.id, message.text, message.username) }
}

/// Receives the user's actions in live streams, on the main actor, after they happened.
@MainActor public protocol LiveStreamDelegate: AnyObject {
    /// The first frame was shown.
    func liveStreamDidStartPlaying(_ stream: LiveStreamEventDetails)
    /// The user has opened the stream, and counts as a viewer.
    func liveStreamUserDidJoin(_ stream: LiveStreamEventDetails)
    /// The user has left the stream.
    func liveStreamUserDidLeave(_ stream: LiveStreamEventDetails)
    /// The service has accepted a message of the user.
    func liveStreamUserDidSendChat(_ message: LiveStreamMessageDetails, to stream: LiveStreamEventDetails)
    /// The service has accepted a like of the user.
    func liveStreamUserDidSendLike(_ stream: LiveStreamEventDetails)
}

extension LiveStreamDelegate {
    public func liveStreamDidStartPlaying(_ stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidJoin(_ stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidLeave(_ stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidSendChat(_ message: LiveStreamMessageDetails, to stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidSendLike(_ stream: LiveStreamEventDetails) {}
}
