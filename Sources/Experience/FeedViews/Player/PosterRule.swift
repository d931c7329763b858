// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Whether to show an item's poster over its video: from loading until its own first frame is available.
struct PosterRule: Hashable {
    /// The player reports that the item can play.
    private(set) var isReady = false
    /// The view has a frame. It was cleared before, so the frame belongs to this item.
    private(set) var hasPicture = false

    /// Audio-only items never have a frame and keep their poster.
    var isPosterShown: Bool { !(isReady && hasPicture) }

    /// The player receives another item, or none.
    mutating func begin() { self = PosterRule() }
    mutating func ready() { isReady = true }
    mutating func picture(_ isThere: Bool) { hasPicture = isThere }
}

/// How a video is scaled on its page.
enum PageFill {
    /// Maximum fraction of the video that may be cropped; otherwise it is letterboxed, such as portrait video on a wide screen.
    static let maxCropped = 0.45

    /// - Parameters:
    ///   - aspect: width divided by height of the video; zero if unknown.
    ///   - page: width divided by height of the page.
    static func gravity(_ style: PlayerViewConfiguration.Style, aspect: Double, page: Double) -> VideoGravity {
        guard style == .fullBleed, aspect > 0, page > 0 else { return style == .fullBleed ? .fill : .fit }
        return 1 - min(aspect, page) / max(aspect, page) <= maxCropped ? .fill : .fit
    }
}
