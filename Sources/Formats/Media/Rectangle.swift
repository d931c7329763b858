// SPDX-License-Identifier: Apache-2.0

/// A rectangle, mostly in pixels, from the top left: y grows downwards.
public struct Rectangle: Hashable, Sendable {
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

    public var right: Double { x + width }
    public var bottom: Double { y + height }
    /// 0 for one whose width or height is negative.
    public var area: Double { max(0, width) * max(0, height) }

    public func moved(x distanceX: Double, y distanceY: Double) -> Rectangle {
        Rectangle(x: x + distanceX, y: y + distanceY, width: width, height: height)
    }

    /// What both cover; nil when nothing is in both.
    public func intersection(_ other: Rectangle) -> Rectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
        return right > left && bottom > top ? Rectangle(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    /// The smallest one that has both in it.
    public func union(_ other: Rectangle) -> Rectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rectangle(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// - Parameter slack: by how much the other one may stand out at each side.
    public func contains(_ other: Rectangle, slack: Double = 0) -> Bool {
        x <= other.x + slack && y <= other.y + slack && other.right <= right + slack && other.bottom <= bottom + slack
    }

    /// Whether both cover something; those that only touch don't.
    /// - Parameter slack: how deep one may reach into the other and only touch it, as by rounding.
    public func overlaps(_ other: Rectangle, slack: Double = 0) -> Bool {
        x + slack < other.right && other.x + slack < right && y + slack < other.bottom && other.y + slack < bottom
    }

    /// What there is of it to the left, to the right, above and below another one, without what is empty; they don't overlap.
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

    /// Where what has another shape stands in the middle of it.
    ///
    /// - Parameters:
    ///   - aspectRatio: Width over height of what is put into it; one that is no shape (0, infinite) takes all of it.
    ///   - filling: Whether it covers all and reaches beyond two of the edges; otherwise it is as large as it can be within them.
    public func place(aspectRatio: Double, filling: Bool = false) -> Rectangle {
        guard aspectRatio.isFinite, aspectRatio > 0, width > 0, height > 0 else { return self }
        let takesWidth = (aspectRatio > width / height) != filling
        let (wide, high) = takesWidth ? (width, width / aspectRatio) : (height * aspectRatio, height)
        return Rectangle(x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high)
    }
}

/// A part of a picture, in whole pixels from the top left.
public struct PixelRectangle: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
