// SPDX-License-Identifier: Apache-2.0

/// A part of the picture that cues are put into (WebVTT 3.3); TTML's regions and the windows of CEA-708 are mapped to it.
public struct CaptionRegion: Hashable, Sendable {
    /// Which end of the region its cues begin at.
    public enum Display: String, Hashable, Sendable { case before, center, after }

    public var id: String
    /// Of the picture's width, in percent.
    public var width: Double
    /// The standard has no bound for it.
    public var lines: Double
    /// Of the region, in percent: the point that lies on the viewport's anchor.
    public var anchorX: Double
    public var anchorY: Double
    /// Of the picture, in percent.
    public var viewportAnchorX: Double
    public var viewportAnchorY: Double
    /// Whether cues come in at the bottom and move those there up.
    public var scrollsUp: Bool
    /// Of the picture's height, in percent, where the format states it instead of ``lines``.
    public var height: Double?
    public var display: Display
    public var style: [Declaration]
    /// Kept free of text within the region, in percent of the picture.
    public var padding: CaptionInsets
    /// Whether what does not fit is cut off.
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

/// Room kept at the four sides of something.
public struct CaptionInsets: Hashable, Sendable {
    public var top: Double
    public var right: Double
    public var bottom: Double
    public var left: Double

    public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }
}
