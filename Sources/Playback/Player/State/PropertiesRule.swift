// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Derives the published properties from what the engine has reported and from what is wanted.
enum PropertiesRule {
    /// What the player itself contributes.
    struct Situation {
        var hasItem = true
        var hasFailed = false
        /// Playing is wanted, and nobody is scrubbing.
        var shouldPlay = false
        /// Where a seek, or the passing of a blocked range, leads to, in seconds.
        var seekTime: Double?
        var isMuted = false
        /// Seconds; see ``PlayerConfiguration/minimumWindow``.
        var minimumWindow = 0.0
    }

    /// All properties except the rate, which depends on the speed that these properties permit.
    /// - Parameter facts: nil while the engine has no item.
    static func properties(of facts: ItemFacts?, _ situation: Situation) -> PlayerProperties {
        var next = PlayerProperties()
        next.playbackState = PlaybackStateRule.state(facts, hasFailed: situation.hasFailed, shouldPlay: situation.shouldPlay)
        next.isBuffering = PlaybackStateRule.isBuffering(facts, hasItem: situation.hasItem, hasFailed: situation.hasFailed)
        next.streamType = StreamTypeRule.streamType(of: facts?.timeline, minimumWindow: situation.minimumWindow)
        next.mediaType = facts?.isReady == true ? MediaTypeRule.mediaType(of: facts?.kinds ?? []) : .unknown
        next.presentationSize = facts?.presentationSize
        next.duration = facts?.timeline?.duration
        next.chunkDuration = facts?.timeline?.targetDuration
        next.seekableTimeRange = StreamTypeRule.seekable(of: facts?.timeline, minimumWindow: situation.minimumWindow)
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
