// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// What a media is doing, in one word.
public enum PlaybackPhase: Hashable, Sendable, CaseIterable {
    /// There is no media, or it was stopped, or it failed.
    case idle
    /// It is not known enough to be played.
    case preparing
    case playing
    case seeking
    case paused
    /// Playing waits for data.
    case stalled
    case ended
}

/// What is known of a player at a moment.
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
    ///   - isPrepared: something of the media was shown or heard already.
    ///   - isRestarting: the seek under way only starts an ended media again.
    func phase(isPrepared: Bool, isRestarting: Bool) -> PlaybackPhase {
        guard hasItem, !hasFailed else { return .idle }
        if playbackState == .idle || !isPrepared && isBuffering { return .preparing }
        if playbackState == .ended { return .ended }
        if isSeeking, !isRestarting { return .seeking }
        guard shouldPlay else { return .paused }
        return isBuffering && !isRestarting ? .stalled : .playing
    }
}
