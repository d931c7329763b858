// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How a window grows and shrinks by one of its corners, while the opposite one stays where it is and the shape is kept.
struct CornerResize: Equatable {
    enum Corner: CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight

        var isLeft: Bool { self == .topLeft || self == .bottomLeft }
        var isTop: Bool { self == .topLeft || self == .topRight }
    }

    let corner: Corner
    /// When the corner was taken hold of.
    let start: Rectangle
    /// Width over height.
    let aspectRatio: Double
    let widths: ClosedRange<Double>

    /// - Parameters:
    ///   - dx: how far the pointer has gone to the right since then.
    ///   - dy: and down.
    func frame(dx: Double, dy: Double) -> Rectangle {
        let byWidth = start.width + (corner.isLeft ? -dx : dx)
        let byHeight = (start.height + (corner.isTop ? -dy : dy)) * aspectRatio
        let width = min(max(max(byWidth, byHeight), widths.lowerBound), widths.upperBound)
        let height = width / aspectRatio
        return Rectangle(
            x: corner.isLeft ? start.x + start.width - width : start.x, y: corner.isTop ? start.y + start.height - height : start.y,
            width: width, height: height)
    }
}
