// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxMedia

/// Decorative line drawings in the text colour, for icons that themes lack or draw in unfamiliar shapes. The service's web pages have the
/// same icons.
@MainActor final class LineIcon: CustomWidget {
    enum Drawing: Hashable {
        case bag
        /// A paper plane.
        case send
    }

    let drawing: Drawing

    /// - Parameter size: in logical pixels.
    init(_ drawing: Drawing, size: Int = 18) {
        self.drawing = drawing
        super.init()
        takesPointer = false
        minimumSize(width: size, height: size)
        align(horizontal: .center, vertical: .center)
    }

    override func draw(on canvas: Canvas) {
        let side = Double(min(width, height))
        let scale = side / Self.grid
        let isMirrored = drawing == .send && isRightToLeft
        let lines = Self.lines(drawing).map { $0.map { CanvasPoint((isMirrored ? Self.grid - $0.x : $0.x) * scale, $0.y * scale) } }
        canvas.stroke(lines, canvas.ink, width: 2 * scale, in: Rectangle(x: 0, y: 0, width: side, height: side))
    }

    private static let grid = 24.0

    /// Lines in a square of 24 by 24.
    private static func lines(_ drawing: Drawing) -> [[CanvasPoint]] {
        switch drawing {
        case .bag: bag
        case .send: send
        }
    }

    /// The bag, and its rounded handle.
    private static let bag: [[CanvasPoint]] = {
        let top = stride(from: 0.0, through: 1, by: 0.125).map {
            CanvasPoint(12 - 3.5 * cos($0 * .pi), 6.5 - 3.5 * sin($0 * .pi))
        }
        return [
            [CanvasPoint(5.8, 8), CanvasPoint(18.2, 8), CanvasPoint(19.6, 21), CanvasPoint(4.4, 21), CanvasPoint(5.8, 8)],
            [CanvasPoint(8.5, 11)] + top + [CanvasPoint(15.5, 11)],
        ]
    }()

    /// The paper plane, and its fold.
    private static let send = [
        [
            CanvasPoint(3.5, 12), CanvasPoint(20.5, 4), CanvasPoint(15.7, 20.5), CanvasPoint(12.3, 13.6), CanvasPoint(3.5, 12),
        ],
        [CanvasPoint(12.3, 13.6), CanvasPoint(20.5, 4)],
    ]
}
