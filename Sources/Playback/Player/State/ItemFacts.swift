// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// What the engine has told of the current item.
struct ItemFacts: Hashable {
    var presentation: Presentation?
    var timeline: Timeline?
    /// When the timeline was told.
    var timelineMoment: Instant?
    var kinds: Set<TrackKind> = []
    var status: EngineStatus?
    var variant: Int?
    var abilities = PlaybackAbilities()
    /// The first picture, or the first sound, is there.
    var hasPicture = false
    var loaded: TimeRange?
    /// Other content plays, and the item stands.
    var isInterrupted = false
    /// What is to interrupt it.
    var interstitials = InterstitialSchedule()

    /// Enough is known to play and to seek.
    var isReady: Bool { timeline != nil }

    /// Of the variant that is loaded; zero for sound alone, nil while it is not known.
    var presentationSize: PixelSize? {
        if MediaTypeRule.mediaType(of: kinds) == .audio { return PixelSize(width: 0, height: 0) }
        guard isReady, let variants = presentation?.variants else { return nil }
        if let variant, variants.indices.contains(variant) { return variants[variant].size }
        return variants.count == 1 ? variants[0].size : nil
    }
}
