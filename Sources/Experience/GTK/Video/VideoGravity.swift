// SPDX-License-Identifier: Apache-2.0

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
        guard aspectRatio > 0, width > 0, height > 0, self != .stretch else { return Rectangle(x: 0, y: 0, width: width, height: height) }
        let isWider = aspectRatio > width / height
        let size = isWider == (self == .fit) ? (width, (width / aspectRatio).rounded()) : ((height * aspectRatio).rounded(), height)
        return Rectangle(x: ((width - size.0) / 2).rounded(.down), y: ((height - size.1) / 2).rounded(.down), width: size.0, height: size.1)
    }
}
