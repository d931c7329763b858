// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How a picture fills a view of another shape.
public enum VideoGravity: Sendable, CaseIterable {
    /// The whole picture, with bars beside it.
    case fit
    /// The whole view, with parts of the picture cut off.
    case fill
    /// The whole picture on the whole view, distorted.
    case stretch

    /// Where a picture of so much width per height stands in a view, in whole pixels.
    func placement(aspectRatio: Double, width: Double, height: Double) -> Rectangle {
        let view = Rectangle(x: 0, y: 0, width: width, height: height)
        guard self != .stretch else { return view }
        let place = view.place(aspectRatio: aspectRatio, filling: self == .fill)
        let (wide, high) = (place.width.rounded(), place.height.rounded())
        return Rectangle(x: ((width - wide) / 2).rounded(.down), y: ((height - high) / 2).rounded(.down), width: wide, height: high)
    }
}
