// SPDX-License-Identifier: Apache-2.0

/// A rectangle, usually in pixels, from the top left: y grows downwards.
public struct Rectangle: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// May be negative, like ``height``; then the area is 0.
    public var width: Double
    /// See ``width``.
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    public var right: Double { x + width }
    /// The bottom edge.
    public var bottom: Double { y + height }
    /// 0 if the width or height is negative.
    public var area: Double { max(0, width) * max(0, height) }

    /// The rectangle, moved to the right and down by these distances; negative ones move it to the left and up.
    public func moved(x distanceX: Double, y distanceY: Double) -> Rectangle {
        Rectangle(x: x + distanceX, y: y + distanceY, width: width, height: height)
    }

    /// The common area; nil if there is none.
    public func intersection(_ other: Rectangle) -> Rectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
        return right > left && bottom > top ? Rectangle(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    /// The smallest rectangle that contains both.
    public func union(_ other: Rectangle) -> Rectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rectangle(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// - Parameter slack: How far the other one may extend beyond each side.
    public func contains(_ other: Rectangle, slack: Double = 0) -> Bool {
        x <= other.x + slack && y <= other.y + slack && other.right <= right + slack && other.bottom <= bottom + slack
    }

    /// Whether both have a common area; touching is not enough.
    /// - Parameter slack: The overlap that still counts as touching, such as rounding errors.
    public func overlaps(_ other: Rectangle, slack: Double = 0) -> Bool {
        x + slack < other.right && other.x + slack < right && y + slack < other.bottom && other.y + slack < bottom
    }

    /// The non-empty areas of this rectangle to the left, right, above and below another one, without overlaps.
    public func bands(beside other: Rectangle) -> [Rectangle] {
        let (left, right) = (min(max(other.x, x), right), min(max(other.right, x), right))
        let (top, bottom) = (min(max(other.y, y), bottom), min(max(other.bottom, y), bottom))
        guard left < right, top < bottom else { return area > 0 ? [self] : [] }
        let bands = [
            Rectangle(x: x, y: y, width: left - x, height: height),
            Rectangle(x: right, y: y, width: self.right - right, height: height),
            Rectangle(x: left, y: y, width: right - left, height: top - y),
            Rectangle(x: left, y: bottom, width: right - left, height: self.bottom - bottom),
        ]
        return bands.filter { $0.area > 0 }
    }

    /// The centred frame for content of another shape.
    ///
    /// - Parameters:
    ///   - aspectRatio: The content's width over height; with an invalid one (0, infinite) the content takes the whole rectangle.
    ///   - filling: Whether the content covers the rectangle and overflows on two sides; otherwise it fits inside.
    public func place(aspectRatio: Double, filling: Bool = false) -> Rectangle {
        guard aspectRatio.isFinite, aspectRatio > 0, width > 0, height > 0 else { return self }
        let takesWidth = (aspectRatio > width / height) != filling
        let (wide, high) = takesWidth ? (width, width / aspectRatio) : (height * aspectRatio, height)
        return Rectangle(x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high)
    }
}

/// An area of an image in pixels, from the top left.
public struct PixelRectangle: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
