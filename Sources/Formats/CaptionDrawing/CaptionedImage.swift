// SPDX-License-Identifier: Apache-2.0

package import WindowboxCaptions
package import WindowboxMedia

/// An image with captions, as a window of its size shows them.
package struct CaptionedImage {
    private let typesetter: CaptionTypesetter
    private let bitmap: CaptionBitmap
    private let page: CaptionPage

    /// - Parameter png: the video frame, as a PNG file.
    /// - Throws: if the file can't be read, or the drawing libraries are not installed.
    package init(png: [UInt8], _ cues: ActiveCues, _ style: CaptionAppearance) throws(CaptionDrawingError) {
        typesetter = try CaptionTypesetter()
        guard let bitmap = CaptionBitmap(png: png, staysOpaque: true, typesetter.library) else { throw .unreadable }
        self.bitmap = bitmap
        let frame = Rectangle(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
        page = CaptionPage(
            cues, style, picture: frame, area: CaptionPage.area(in: frame, picture: frame), edge: frame, typesetter: typesetter)
    }

    /// Where the captions are, including their backgrounds.
    package var captionBounds: [Rectangle] { page.captionBounds }

    /// The image with its captions, as a PNG file.
    package func png() throws(CaptionDrawingError) -> [UInt8] {
        guard let canvas = CairoCanvas(on: bitmap, typesetter.library) else { throw .unwritable }
        page.draw(on: canvas)
        return try bitmap.png()
    }
}
