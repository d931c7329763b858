// SPDX-License-Identifier: Apache-2.0

/// The states of a video and the transitions between them.
///
/// A command proposes a change, so that the delegate can be asked before it happens.
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
    /// What the content would be doing without the ad.
    private(set) var content = VideoState.unknown
    /// Playback was requested before the content was ready.
    private(set) var wantsPlay = false

    /// The state that results from a command; nil if the command has no effect. The state does not change yet; only ``wantsPlay`` and
    /// ``content`` may.
    mutating func propose(_ command: Command) -> VideoState? {
        guard state != .dismissed else { return nil }
        switch command {
        case .load:
            wantsPlay = false
            return .loading
        case .ready: return contentTransition(.paused, from: [.loading])
        case .play, .endScrubbing:
            if content == .loading { wantsPlay = true }
            return contentTransition(.playing, from: [.paused])
        case .pause, .beginScrubbing, .finish:
            if content == .loading { wantsPlay = false }
            return contentTransition(.paused, from: [.playing])
        case .beginAd: return [.loading, .paused, .playing].contains(state) ? .suspended : nil
        case .endAd: return state == .suspended ? content : nil
        case .fail: return state == .unknown ? nil : .failed
        case .dismiss: return .dismissed
        }
    }

    /// During an ad, the content's state changes in the background.
    private mutating func contentTransition(_ next: VideoState, from states: Set<VideoState>) -> VideoState? {
        guard states.contains(content) else { return nil }
        if state == .suspended {
            content = next
            return nil
        }
        return next
    }

    /// Performs the proposed change.
    mutating func enter(_ next: VideoState) {
        guard state != .dismissed else { return }
        state = next
        if next != .suspended { content = next }
        if next != .loading, next != .suspended { wantsPlay = false }
    }
}
