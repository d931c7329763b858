// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Derives the published properties from the engine's reports and the player's settings.
enum PropertiesRule {
    /// The part that comes from the player itself.
    struct Situation {
        var hasItem = true
        var hasFailed = false
        /// Whether playback is requested, and the user isn't scrubbing.
        var shouldPlay = false
        /// The target of a seek, or the end of a blocked range being skipped, in seconds.
        var seekTime: Double?
        var isMuted = false
        /// Seconds; see ``PlayerConfiguration/minimumWindow``.
        var minimumWindow = 0.0
        /// The type that was published last for the same item.
        var streamType = StreamType.unknown
    }

    /// All properties except the rate, which depends on the speed that these properties permit.
    /// - Parameter facts: nil while the engine has no item.
    static func properties(of facts: ItemFacts?, _ situation: Situation) -> PlayerProperties {
        var next = PlayerProperties()
        next.playbackState = PlaybackStateRule.state(facts, hasFailed: situation.hasFailed, shouldPlay: situation.shouldPlay)
        next.isBuffering = PlaybackStateRule.isBuffering(facts, hasItem: situation.hasItem, hasFailed: situation.hasFailed)
        next.streamType = StreamTypeRule.streamType(
            of: facts?.timeline, minimumWindow: situation.minimumWindow, previous: situation.streamType)
        next.mediaType = facts?.isReady == true ? MediaTypeRule.mediaType(of: facts?.kinds ?? []) : .unknown
        next.presentationSize = facts?.presentationSize
        next.duration = facts?.timeline?.duration
        next.chunkDuration = facts?.timeline?.targetDuration
        next.seekableTimeRange = StreamTypeRule.seekable(
            of: facts?.timeline, minimumWindow: situation.minimumWindow, previous: situation.streamType)
        next.loadedTimeRange = facts?.loaded
        next.seekTime = situation.seekTime
        next.isMuted = situation.isMuted
        return next
    }

    /// Whether the item's time advances: never during a seek or an interstitial.
    static func isMoving(_ properties: PlayerProperties, _ facts: ItemFacts?) -> Bool {
        guard let facts, facts.status == .playing, !facts.isInterrupted else { return false }
        return properties.playbackState == .playing && !properties.isSeeking
    }
}
