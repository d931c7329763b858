// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Whether an item's poster stands over its video: from the moment that the item is loaded until its own first picture is there.
struct PosterRule: Hashable {
    /// The player says that the item can play.
    private(set) var isReady = false
    /// The view has a picture, and as it was emptied before, it is one of this item.
    private(set) var hasPicture = false

    /// Sound alone never has a picture, and keeps its poster.
    var isPosterShown: Bool { !(isReady && hasPicture) }

    /// The player gets another item, or none.
    mutating func begin() { self = PosterRule() }
    mutating func ready() { isReady = true }
    mutating func picture(_ isThere: Bool) { hasPicture = isThere }
}

/// How a video fills its page.
enum PageFill {
    /// The picture may lose so much of itself; it is shown whole where it would lose more: an upright video on a wide screen.
    static let mostLost = 0.45

    /// - Parameters:
    ///   - aspect: width over height of the picture; zero while unknown.
    ///   - page: of the page.
    static func gravity(_ style: PlayerViewConfiguration.Style, aspect: Double, page: Double) -> VideoGravity {
        guard style == .fullBleed, aspect > 0, page > 0 else { return style == .fullBleed ? .fill : .fit }
        return 1 - min(aspect, page) / max(aspect, page) <= mostLost ? .fill : .fit
    }
}
