// SPDX-License-Identifier: Apache-2.0

package import WindowboxCaptions
package import WindowboxMedia

/// What captions are drawn on. Lengths are in pixels, from the top-left corner.
package protocol CaptionCanvas {
    /// - Parameter radius: corner radius.
    func fill(_ rectangle: Rectangle, _ color: CaptionColor, radius: Double)
    func fill(_ text: TypesetText, x: Double, y: Double)
    func fill(_ bounds: Rectangle, with bitmap: CaptionBitmap)
    /// Limits drawing to a rectangle.
    func clip(to rectangle: Rectangle, _ draw: (Self) -> Void)
    /// Blurs a drawing.
    /// - Parameters:
    ///   - radius: as in CSS, twice the standard deviation.
    ///   - bounds: of the drawing, including its visible blur.
    func blur(_ radius: Double, in bounds: Rectangle, _ draw: (Self) -> Void)
    /// Moves the origin of a drawing.
    /// - Parameter isTurned: rotates it by 90° clockwise around its new origin.
    func move(x: Double, y: Double, isTurned: Bool, _ draw: (Self) -> Void)
}
