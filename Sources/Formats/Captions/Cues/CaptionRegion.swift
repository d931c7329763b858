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

    public init(
        id: String = "", width: Double = 100, lines: Double = 3, anchorX: Double = 0, anchorY: Double = 100, viewportAnchorX: Double = 0,
        viewportAnchorY: Double = 100, scrollsUp: Bool = false, height: Double? = nil, display: Display = .after, style: [Declaration] = []
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
    }
}
