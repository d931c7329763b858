// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How video fills a view with another aspect ratio.
public enum VideoGravity: Sendable, CaseIterable {
    /// Shows all of the video, with bars around it.
    case fit
    /// Fills the view, cropping the video.
    case fill
    /// Fills the view, distorting the video.
    case stretch

    /// The video's rectangle in a view, in whole pixels; `aspectRatio` is width divided by height.
    func placement(aspectRatio: Double, width: Double, height: Double) -> Rectangle {
        let view = Rectangle(x: 0, y: 0, width: width, height: height)
        guard self != .stretch else { return view }
        let frame = view.place(aspectRatio: aspectRatio, filling: self == .fill)
        let (wide, high) = (frame.width.rounded(), frame.height.rounded())
        return Rectangle(x: ((width - wide) / 2).rounded(.down), y: ((height - high) / 2).rounded(.down), width: wide, height: high)
    }
}
