// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// The phase of a media item.
public enum PlaybackPhase: Hashable, Sendable, CaseIterable {
    /// There is no media item, or it was stopped, or it failed.
    case idle
    /// Not enough is known yet to play it.
    case preparing
    /// The position advances.
    case playing
    /// A seek is in progress.
    case seeking
    /// Ready, and playback isn't requested.
    case paused
    /// Playback waits for data.
    case stalled
    /// The media item was played to its end.
    case ended
}

/// A snapshot of a player's state.
struct PlayerFacts: Hashable, Sendable {
    var hasItem = false
    var hasFailed = false
    var shouldPlay = false
    var playbackState = PlaybackState.idle
    var isBuffering = false
    var isSeeking = false
    var streamType = StreamType.unknown
    /// Seconds; nil while unknown.
    var time: Double?
    var range: TimeRange?
    /// The date of the timeline's zero, in seconds since 1970.
    var dateOfZero: Double?

    /// - Parameters:
    ///   - isPrepared: part of the media item was already shown or heard.
    ///   - isRestarting: the current seek only restarts an ended media item.
    func phase(isPrepared: Bool, isRestarting: Bool) -> PlaybackPhase {
        guard hasItem, !hasFailed else { return .idle }
        if playbackState == .idle || !isPrepared && isBuffering { return .preparing }
        if playbackState == .ended { return .ended }
        if isSeeking, !isRestarting { return .seeking }
        guard shouldPlay else { return .paused }
        return isBuffering && !isRestarting ? .stalled : .playing
    }
}
