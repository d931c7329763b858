// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Where a cue is drawn.
public struct CaptionBox: Hashable, Sendable {
    /// The cue's place in the document.
    public var cue: Int
    public var frame: Rectangle
    /// The text, broken where it does not fit; in vertical text these are columns. Empty for a picture.
    public var lines: [String]
    /// In pixels.
    public var fontSize: Double
    /// Of a line, in pixels.
    public var lineHeight: Double
    public var alignment: CueSettings.Alignment
    public var vertical: CueSettings.Vertical
    public var region: String?
    /// What of the frame is seen: a region cuts off what is outside it.
    public var clip: Rectangle?
    /// Whether its text is written from right to left, which is where `start` is then.
    public var isRightToLeft = false
    /// Of the region or the window that it is in: what a background of it is painted into.
    public var window: Rectangle?
    /// Drawn in place of text, over the whole frame.
    public var image: CaptionImage?
    /// Higher ones are drawn over lower ones.
    public var layer = 0

    /// The box in a view in which the picture begins at a point.
    public func moved(x: Double, y: Double) -> CaptionBox {
        var box = self
        box.frame = frame.moved(x: x, y: y)
        box.clip = clip?.moved(x: x, y: y)
        box.window = window?.moved(x: x, y: y)
        return box
    }
}
