// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Details reported with each live-stream event.
public struct LiveStreamEventDetails: Hashable, Sendable {
    /// ID of the stream.
    public var id: String
    public var feedID: String?
    public var status: LiveStatus?
    public var video: FeedVideo?
    public var videoType: VideoType?

    public init(id: String, feedID: String? = nil, status: LiveStatus? = nil, video: FeedVideo? = nil) {
        (self.id, self.feedID, self.status, self.video) = (id, feedID, status, video)
        videoType = video?.type
    }
}

/// Details of a message that the user wrote.
public struct LiveStreamMessageDetails: Hashable, Sendable {
    public var messageID: String
    public var text: String?
    public var username: String?

    public init(_ message: ChatMessage) { (messageID, text, username) = (message.id, message.text, message.username) }
}

/// Receives the user's actions in live streams, on the main actor, after they happened.
@MainActor public protocol LiveStreamDelegate: AnyObject {
    func liveStreamDidStartPlaying(_ stream: LiveStreamEventDetails)
    func liveStreamUserDidJoin(_ stream: LiveStreamEventDetails)
    func liveStreamUserDidLeave(_ stream: LiveStreamEventDetails)
    func liveStreamUserDidSendChat(_ message: LiveStreamMessageDetails, to stream: LiveStreamEventDetails)
    func liveStreamUserDidSendLike(_ stream: LiveStreamEventDetails)
}

extension LiveStreamDelegate {
    public func liveStreamDidStartPlaying(_ stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidJoin(_ stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidLeave(_ stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidSendChat(_ message: LiveStreamMessageDetails, to stream: LiveStreamEventDetails) {}
    public func liveStreamUserDidSendLike(_ stream: LiveStreamEventDetails) {}
}
