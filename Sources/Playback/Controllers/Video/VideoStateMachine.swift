// SPDX-License-Identifier: Apache-2.0

/// The states of a video and the ways between them.
///
/// A command proposes a change; whoever may refuse it is asked in between.
struct VideoStateMachine {
    enum Command: Equatable {
        case load
        /// The content can be played.
        case ready
        case play
        case pause
        case beginScrubbing
        case endScrubbing
        case beginAd
        case endAd
        /// The content was played to its end.
        case finish
        case fail
        case dismiss
    }

    private(set) var state = VideoState.unknown
    /// What the content would be doing if no advertisement ran.
    private(set) var content = VideoState.unknown
    /// Playing was asked for before the content could be played.
    private(set) var wantsPlay = false

    /// What a command leads to; nil where it leads nowhere. Nothing changes yet but what is remembered of it.
    mutating func propose(_ command: Command) -> VideoState? {
        guard state != .dismissed else { return nil }
        switch command {
        case .load:
            wantsPlay = false
            return .loading
        case .ready: return duringContent(.paused, from: [.loading])
        case .play, .endScrubbing:
            if content == .loading { wantsPlay = true }
            return duringContent(.playing, from: [.paused])
        case .pause, .beginScrubbing, .finish:
            if content == .loading { wantsPlay = false }
            return duringContent(.paused, from: [.playing])
        case .beginAd: return [.loading, .paused, .playing].contains(state) ? .suspended : nil
        case .endAd: return state == .suspended ? content : nil
        case .fail: return state == .unknown ? nil : .failed
        case .dismiss: return .dismissed
        }
    }

    /// While an advertisement runs, the content's state goes on by itself, unseen.
    private mutating func duringContent(_ next: VideoState, from states: Set<VideoState>) -> VideoState? {
        guard states.contains(content) else { return nil }
        if state == .suspended {
            content = next
            return nil
        }
        return next
    }

    /// The change that was proposed takes place.
    mutating func enter(_ next: VideoState) {
        guard state != .dismissed else { return }
        state = next
        if next != .suspended { content = next }
        if next != .loading, next != .suspended { wantsPlay = false }
    }
}
