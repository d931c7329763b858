// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK

/// A shopping bag in the colour of the text, as the pages of the service have one: icon themes don't. An ornament.
@MainActor final class BagIcon: CustomWidget {
    /// - Parameter size: pixels of the style.
    init(size: Int = 18) {
        super.init()
        takesPointer = false
        minimumSize(width: size, height: size)
        align(horizontal: .center, vertical: .center)
    }

    override func draw(on canvas: Canvas) {
        let side = Double(min(width, height))
        let scale = side / Self.grid
        let lines = Self.lines.map { $0.map { CanvasPoint($0.x * scale, $0.y * scale) } }
        canvas.stroke(lines, canvas.ink, width: 2 * scale, in: Rectangle(x: 0, y: 0, width: side, height: side))
    }

    private static let grid = 24.0

    /// Of a square of 24 by 24: the bag, and its handle with a round top.
    private static let lines: [[CanvasPoint]] = {
        let top = stride(from: 0.0, through: 1, by: 0.125).map {
            CanvasPoint(12 - 3.5 * cos($0 * .pi), 6.5 - 3.5 * sin($0 * .pi))
        }
        return [
            [CanvasPoint(5.8, 8), CanvasPoint(18.2, 8), CanvasPoint(19.6, 21), CanvasPoint(4.4, 21), CanvasPoint(5.8, 8)],
            [CanvasPoint(8.5, 11)] + top + [CanvasPoint(15.5, 11)],
        ]
    }()
}
