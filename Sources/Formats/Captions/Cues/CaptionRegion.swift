// SPDX-License-Identifier: Apache-2.0

/// A rectangle of the video frame that holds cues (WebVTT 3.3). TTML regions and CEA-708 windows are mapped to it.
public struct CaptionRegion: Hashable, Sendable {
    /// The edge of the region that its cues are aligned with.
    public enum Display: String, Hashable, Sendable { case before, center, after }

    /// The id that cues refer to.
    public var id: String
    /// Percent of the frame's width.
    public var width: Double
    /// The height in lines. The standard sets no bound.
    public var lines: Double
    /// The region's anchor in percent of the region, which is placed at the viewport anchor.
    public var anchorX: Double
    /// See ``anchorX``.
    public var anchorY: Double
    /// Percent of the video frame.
    public var viewportAnchorX: Double
    /// See ``viewportAnchorX``.
    public var viewportAnchorY: Double
    /// Whether new cues enter at the bottom and scroll existing ones up.
    public var scrollsUp: Bool
    /// The height in percent of the frame, when the format states it instead of ``lines``.
    public var height: Double?
    /// The edge that cues are aligned with; ``Display/after`` by default.
    public var display: Display
    /// Style declarations for the region's box and, inherited, for its cues.
    public var style: [Declaration]
    /// The padding inside the region, in percent of the video frame.
    public var padding: CaptionInsets
    /// Whether overflowing text is clipped.
    public var clips: Bool

    public init(
        id: String = "", width: Double = 100, lines: Double = 3, anchorX: Double = 0, anchorY: Double = 100, viewportAnchorX: Double = 0,
        viewportAnchorY: Double = 100, scrollsUp: Bool = false, height: Double? = nil, display: Display = .after, style: [Declaration] = [],
        padding: CaptionInsets = CaptionInsets(), clips: Bool = true
    ) {
        self.id = id
        self.width = width
        self.lines = lines
        self.anchorX = anchorX
        self.anchorY = anchorY
        self.viewportAnchorX = viewportAnchorX
        self.viewportAnchorY = viewportAnchorY
        self.scrollsUp = scrollsUp
        self.height = height
        self.display = display
        self.style = style
        self.padding = padding
        self.clips = clips
    }
}

/// Insets on four sides.
public struct CaptionInsets: Hashable, Sendable {
    /// Percent of the video frame.
    public var top: Double
    /// Percent of the video frame.
    public var right: Double
    /// Percent of the video frame.
    public var bottom: Double
    /// Percent of the video frame.
    public var left: Double

    public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }
}
