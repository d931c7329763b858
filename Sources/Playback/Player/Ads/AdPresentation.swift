// SPDX-License-Identifier: Apache-2.0

/// The ad that is playing, as shown to the viewer.
public struct AdPresentation: Hashable, Sendable {
    /// Identifies the ad within its break.
    public var id: String
    /// The ad's title for display; nil if it has none.
    public var title: String?
    /// Number of the ad in its break, from 1; 0 for a slate.
    public var position: Int
    /// Number of ads in the break; 0 if unknown.
    public var total: Int
    /// Duration of the ad in seconds.
    public var duration: Double
    /// Seconds of the ad that have played.
    public var elapsed: Double
    /// Seconds until the content continues.
    public var left: Double
    /// Seconds into the ad after which it may be skipped; nil if it can't be skipped.
    public var skipOffset: Double?
    /// URL of the page that a click opens.
    public var clickThrough: String?
    /// Companion ads shown next to the video while the ad plays.
    public var companions: [AdCompanion]
    /// Icons currently shown over the video.
    public var icons: [AdIcon]
    /// The target of the seek that triggered the break, in seconds on the player's timeline; nil if playback continues after the break.
    public var returnsTo: Double?

    public init(
        id: String, title: String? = nil, position: Int, total: Int, duration: Double, elapsed: Double, left: Double,
        skipOffset: Double? = nil, clickThrough: String? = nil, companions: [AdCompanion] = [], icons: [AdIcon] = [],
        returnsTo: Double? = nil
    ) {
        self.id = id
        self.title = title
        self.position = position
        self.total = total
        self.duration = duration
        self.elapsed = elapsed
        self.left = left
        self.skipOffset = skipOffset
        self.clickThrough = clickThrough
        self.companions = companions
        self.icons = icons
        self.returnsTo = returnsTo
    }

    /// Whether ``elapsed`` has reached ``skipOffset``; false for an ad that can't be skipped.
    public var canSkip: Bool { skipOffset.map { elapsed >= $0 - 0.01 } ?? false }
}

/// An ad image for a slot next to the player.
public struct AdCompanion: Hashable, Sendable {
    /// Index of the slot among those that were offered.
    public var slot: Int
    /// Width of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// URL of the image.
    public var image: String
    /// Read by screen readers in place of the image; nil if the ad has none.
    public var alternativeText: String?
    /// Whether a click opens a page.
    public var isClickable: Bool

    public init(slot: Int, width: Int, height: Int, image: String, alternativeText: String? = nil, isClickable: Bool = false) {
        self.slot = slot
        self.width = width
        self.height = height
        self.image = image
        self.alternativeText = alternativeText
        self.isClickable = isClickable
    }
}
