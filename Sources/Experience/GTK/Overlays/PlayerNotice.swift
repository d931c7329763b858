// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// A short notification for the user.
public struct PlayerNotice: Hashable, Sendable {
    /// One sentence without a full stop.
    public var text: String

    public init(_ text: String) { self.text = text }

    /// The network connection was lost.
    public static let networkLost = PlayerNotice(translated("No network connection; playback will resume when it is back"))
    /// Playback continues after the network connection was lost.
    public static let resumed = PlayerNotice(translated("Back online"))
    /// A blocked range was skipped.
    public static let segmentSkipped = PlayerNotice(translated("A part that can’t be played was skipped"))
    /// A live stream has ended.
    public static let liveEnded = PlayerNotice(translated("The live broadcast has ended"))

    /// Another program has exclusive use of audio.
    public static let interrupted = PlayerNotice(translated("Paused while another app plays sound"))
    /// The audio device was removed, and another one is used.
    public static let audioDeviceLost = PlayerNotice(translated("Audio device disconnected; switched to another one"))

    init?(_ event: PlayerEvent) {
        switch event {
        case .didRetry: self = .resumed
        case .didPassBlockedRange: self = .segmentSkipped
        case .interrupted: self = .interrupted
        case .audioDeviceLost: self = .audioDeviceLost
        case .willPassBlockedRange, .willSeek, .didSeek, .didEnd, .didReachStart, .didFail, .didPassOver, .stalled,
            .resumedAfterStall, .interruptionEnded, .textStyled, .speedLimited, .speedRefused:
            return nil
        }
    }
}

/// Decides which notices to show when an item's state changes.
struct NoticeRule {
    private var item: Int?
    private var wasLive = false
    private var wasOffline = false

    mutating func handle(_ item: Int?, _ type: StreamType, isOffline: Bool) -> [PlayerNotice] {
        var notices: [PlayerNotice] = []
        if item != self.item { (self.item, wasLive) = (item, false) }
        if wasLive, type == .onDemand { notices.append(.liveEnded) }
        if type != .unknown { wasLive = type != .onDemand }
        if isOffline, !wasOffline { notices.append(.networkLost) }
        wasOffline = isOffline
        return notices
    }
}
