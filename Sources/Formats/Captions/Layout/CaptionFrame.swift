// SPDX-License-Identifier: Apache-2.0

/// A rectangle in pixels, from the top left.
public struct CaptionFrame: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Where a picture lies in a view: as large as it may be, in the middle.
    ///
    /// - Parameters:
    ///   - aspect: Width over height of the picture, as it is shown.
    ///   - view: What it is shown in.
    ///   - isCropped: Whether the picture fills the view and loses what is outside; then this is the part that is seen.
    public static func picture(aspect: Double, in view: CaptionFrame, isCropped: Bool = false) -> CaptionFrame {
        guard aspect.isFinite, aspect > 0, view.width > 0, view.height > 0, !isCropped else { return view }
        let width = min(view.width, view.height * aspect)
        let height = min(view.height, view.width / aspect)
        return CaptionFrame(x: view.x + (view.width - width) / 2, y: view.y + (view.height - height) / 2, width: width, height: height)
    }

    func overlaps(_ other: CaptionFrame) -> Bool {
        // Boxes that only touch by rounding do not overlap.
        let slack = 1e-6
        return x + slack < other.x + other.width && other.x + slack < x + width && y + slack < other.y + other.height
            && other.y + slack < y + height
    }

    func isWithin(_ other: CaptionFrame) -> Bool {
        let slack = 1e-6
        return x >= other.x - slack && y >= other.y - slack && x + width <= other.x + other.width + slack
            && y + height <= other.y + other.height + slack
    }

    /// Without what insets, in percent of `whole`, take from it.
    func inset(_ insets: CaptionInsets, of whole: (width: Double, height: Double)) -> CaptionFrame {
        let (left, top) = (insets.left / 100 * whole.width, insets.top / 100 * whole.height)
        let (right, bottom) = (insets.right / 100 * whole.width, insets.bottom / 100 * whole.height)
        return CaptionFrame(x: x + left, y: y + top, width: max(width - left - right, 0), height: max(height - top - bottom, 0))
    }
}
