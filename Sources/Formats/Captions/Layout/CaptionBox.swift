// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The laid-out box of a cue.
public struct CaptionBox: Hashable, Sendable {
    /// The index of the cue in the document.
    public var cue: Int
    /// The box in pixels of the frame.
    public var frame: Rectangle
    /// The wrapped lines; columns for vertical text. Empty for an image.
    public var lines: [String]
    /// Font size in pixels.
    public var fontSize: Double
    /// Line height in pixels.
    public var lineHeight: Double
    /// Alignment of the lines in the box.
    public var alignment: CueSettings.Alignment
    /// The writing direction.
    public var vertical: CueSettings.Vertical
    /// The id of the region that the box is in; nil without one.
    public var region: String?
    /// The visible part of the frame, when a region clips it.
    public var clip: Rectangle?
    /// Whether the text runs right to left, which makes `start` the right side.
    public var isRightToLeft = false
    /// The rectangle of the cue's region or window, for painting its background.
    public var window: Rectangle?
    /// The image drawn over the whole frame instead of text.
    public var image: CaptionImage?
    /// Higher boxes are drawn over lower ones.
    public var layer = 0

    /// The box translated to a view where the video frame starts at the given point.
    public func moved(x: Double, y: Double) -> CaptionBox {
        var box = self
        box.frame = frame.moved(x: x, y: y)
        box.clip = clip?.moved(x: x, y: y)
        box.window = window?.moved(x: x, y: y)
        return box
    }
}
