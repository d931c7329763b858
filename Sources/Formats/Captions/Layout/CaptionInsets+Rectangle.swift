// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension Rectangle {
    /// The rectangle reduced by insets given in percent of `whole`.
    func inset(_ insets: CaptionInsets, of whole: (width: Double, height: Double)) -> Rectangle {
        let (left, top) = (insets.left / 100 * whole.width, insets.top / 100 * whole.height)
        let (right, bottom) = (insets.right / 100 * whole.width, insets.bottom / 100 * whole.height)
        return Rectangle(x: x + left, y: y + top, width: max(width - left - right, 0), height: max(height - top - bottom, 0))
    }
}
