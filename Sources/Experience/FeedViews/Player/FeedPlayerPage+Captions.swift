// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

extension FeedPlayerPage {
    /// Moves captions above the widgets at the bottom, whose height is in logical pixels.
    func keepCaptionsFree(_ height: Int) {
        bottomInset = Double(height)
        if state.bottom != height { state.bottom = height }
        placeCaptions()
        liftMiddle()
    }

    /// Keeps captions out of the area that a drawer covers while it is open.
    func cover(_ name: String, _ isOpen: Bool) {
        if isOpen { openDrawers.insert(name) } else { openDrawers.remove(name) }
        placeCaptions()
    }

    func placeCaptions() { for slide in pool.slides { placeCaptions(of: slide) } }

    func placeCaptions(of slide: Slide) {
        let isCovered = !openDrawers.isEmpty
        let fromBelow = isCovered && state.size.isNarrow ? Double(state.size.height) * DrawerShape.part : 0
        let beside = isCovered && !state.size.isNarrow ? Double(DrawerShape.width) : 0
        slide.captions.bottomInset = max(bottomInset, fromBelow)
        slide.captions.sideInsets = isRightToLeft ? .init(left: beside) : .init(right: beside)
    }
}
