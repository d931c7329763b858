// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptionDrawing
import WindowboxCaptions
import WindowboxMedia

/// The captions drawn on a still.
struct StillCaptions {
    private let scene: CaptionScene
    private var appearance = CaptionAppearance()

    /// - Parameter sheets: override those of the captions.
    init(_ document: CaptionDocument, sheets: [StyleSheet]) {
        scene = CaptionScene(tracks: [CaptionTrack(document)], selected: [0])
        appearance.application = sheets
    }

    /// The video frame with the captions visible at a time.
    ///
    /// - Parameter png: the frame, as a PNG file.
    /// - Throws: if it can't be read, or the drawing libraries are not installed.
    func image(on png: [UInt8], at time: MediaTime) throws(CaptionDrawingError) -> CaptionedImage {
        try CaptionedImage(png: png, scene.active(at: time), appearance)
    }

    /// The same as a PNG file.
    func draw(on png: [UInt8], at time: MediaTime) throws(Failure) -> [UInt8] {
        do throws(CaptionDrawingError) { return try image(on: png, at: time).png() } catch { throw .failed(error.description) }
    }
}
