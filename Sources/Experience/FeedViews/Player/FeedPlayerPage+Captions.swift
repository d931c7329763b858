// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

extension FeedPlayerPage {
    /// Captions stand above what is at the bottom.
    func keepCaptionsFree(_ height: Int) {
        bottomInset = Double(height)
        if state.bottom != height { state.bottom = height }
        placeCaptions()
        liftMiddle()
    }

    /// A drawer covers a part of the picture, or no longer: captions keep to the rest.
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
