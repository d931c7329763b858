// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Resizes a window by one corner, keeping the opposite corner and the aspect ratio fixed.
struct CornerResize: Equatable {
    enum Corner: CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight

        var isLeft: Bool { self == .topLeft || self == .bottomLeft }
        var isTop: Bool { self == .topLeft || self == .topRight }
    }

    let corner: Corner
    /// Frame when the drag started.
    let start: Rectangle
    /// Width divided by height.
    let aspectRatio: Double
    let widths: ClosedRange<Double>

    /// - Parameters:
    ///   - dx: pointer movement to the right since then, in pixels.
    ///   - dy: pointer movement down, in pixels.
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
