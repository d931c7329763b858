// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// What the engine has reported about an item.
struct ItemFacts: Hashable {
    var presentation: Presentation?
    var timeline: Timeline?
    /// When the timeline was reported.
    var timelineMoment: Instant?
    var kinds: Set<TrackKind> = []
    var status: EngineStatus?
    var variant: Int?
    var abilities = PlaybackAbilities()
    /// Whether the first frame or audio is available.
    var hasPicture = false
    var loaded: TimeRange?
    /// The size of the frames shown.
    var pictureSize: PixelSize?
    /// Whether an interstitial is playing, during which the item pauses.
    var isInterrupted = false
    /// The item's interstitials.
    var interstitials = InterstitialSchedule()

    /// Whether enough is known to play and to seek.
    var isReady: Bool { timeline != nil }

    /// Video size that the loaded variant states, or else of the frames shown; zero for audio only, nil while unknown.
    var presentationSize: PixelSize? {
        if MediaTypeRule.mediaType(of: kinds) == .audio { return PixelSize(width: 0, height: 0) }
        return isReady ? statedSize ?? pictureSize : nil
    }

    private var statedSize: PixelSize? {
        guard let variants = presentation?.variants else { return nil }
        if let variant, variants.indices.contains(variant) { return variants[variant].size }
        return variants.count == 1 ? variants[0].size : nil
    }
}
