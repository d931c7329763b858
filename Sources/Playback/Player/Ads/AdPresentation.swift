// SPDX-License-Identifier: Apache-2.0

/// What is to be seen of the ad that plays.
public struct AdPresentation: Hashable, Sendable {
    public var id: String
    public var title: String?
    /// From 1; 0 for slate.
    public var position: Int
    /// Ads of the break; 0 where that is not known.
    public var total: Int
    /// Seconds of the ad, and where in it playing is.
    public var duration: Double
    public var elapsed: Double
    /// Seconds until the content goes on.
    public var left: Double
    /// Seconds into the ad after which it may be skipped; nil for never.
    public var skipOffset: Double?
    /// Where it leads.
    public var clickThrough: String?
    /// What stands beside the picture while it plays.
    public var companions: [AdCompanion]
    /// What stands over the picture now.
    public var icons: [AdIcon]
    /// Where the viewer wanted to be when the break came first, in seconds of what plays; nil when playing goes on behind it.
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

    public var canSkip: Bool { skipOffset.map { elapsed >= $0 - 0.01 } ?? false }
}

/// A picture of an ad, for a place beside the player.
public struct AdCompanion: Hashable, Sendable {
    /// Which of the places that were offered.
    public var slot: Int
    /// In pixels.
    public var width: Int
    public var height: Int
    /// The address of the picture.
    public var image: String
    public var alternativeText: String?
    /// Whether it leads anywhere.
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
