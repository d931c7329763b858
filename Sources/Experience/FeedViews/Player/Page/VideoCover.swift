// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// What covers a page's video: the widgets at the bottom, and open drawers.
struct VideoCover {
    /// Height of the widgets at the bottom, in logical pixels.
    var bottom = 0.0
    /// Names of the open drawers.
    private var drawers: Set<String> = []
    /// The fraction of the page's height from which on the controls in the middle move up.
    private static let lifting = 0.35

    mutating func cover(_ name: String, _ isOpen: Bool) { if isOpen { drawers.insert(name) } else { drawers.remove(name) } }

    /// The space that captions leave free.
    func insets(in size: PageSize, isRightToLeft: Bool) -> CaptionSpace {
        let isCovered = !drawers.isEmpty
        let fromBelow = isCovered && size.isNarrow ? Double(size.height) * DrawerShape.part : 0
        let beside = isCovered && !size.isNarrow ? Double(DrawerShape.width) : 0
        return CaptionSpace(bottom: max(bottom, fromBelow), sides: isRightToLeft ? .init(left: beside) : .init(right: beside))
    }

    /// How far the controls in the middle move up if the widgets at the bottom are so high that captions would cover them, in logical pixels.
    func lift(in size: PageSize) -> Int { bottom > Double(size.height) * Self.lifting ? Int(bottom) : 0 }
}

/// The space at the edges of a video that captions leave free, in logical pixels.
struct CaptionSpace: Equatable {
    var bottom = 0.0
    var sides = CaptionOverlay.SideInsets()
}
