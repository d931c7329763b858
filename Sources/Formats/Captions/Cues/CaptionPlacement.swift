// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Where a caption that is a picture lies on the canvas that its author drew on.
public struct CaptionPlacement: Hashable, Sendable {
    /// In pixels of the canvas, from its left upper corner.
    public var frame: Rectangle
    /// Of the canvas, in pixels, both more than 0.
    public var canvas: PixelSize

    public init(frame: Rectangle, canvas: PixelSize) {
        self.frame = frame
        self.canvas = canvas
    }

    /// The frame in a video picture.
    ///
    /// The canvas is as wide as the picture and lies on its middle: films are cut at the top and the bottom when they are coded anew,
    /// with their subtitles left as they were. The pixels of small canvases are not square, as those of the discs and broadcasts that
    /// they come from: such a canvas covers a picture of 4:3 or 16:9.
    ///
    /// - Parameters:
    ///   - width: of the video picture as it is shown, more than 0.
    ///   - height: of the video picture, more than 0.
    public func frame(inWidth width: Double, height: Double) -> Rectangle {
        let scaleX = width / Double(max(canvas.width, 1))
        let canvasHeight = width / aspect(over: width / height)
        let scaleY = canvasHeight / Double(max(canvas.height, 1))
        return Rectangle(
            x: frame.x * scaleX, y: (height - canvasHeight) / 2 + frame.y * scaleY, width: frame.width * scaleX,
            height: frame.height * scaleY)
    }

    /// Width by height of the canvas as it is shown over a picture.
    private func aspect(over picture: Double) -> Double {
        let stored = Double(max(canvas.width, 1)) / Double(max(canvas.height, 1))
        let candidates = isOfStandardDefinition ? [stored, 4.0 / 3, 16.0 / 9] : [stored]
        func distance(_ aspect: Double) -> Double { max(aspect / picture, picture / aspect) }
        let nearest = candidates.min { distance($0) < distance($1) } ?? stored
        // Sizes are rounded when films are scaled.
        if distance(nearest) < 1.03 { return picture }
        guard isOfStandardDefinition else { return stored }
        return picture < 1.5 ? 4.0 / 3 : 16.0 / 9
    }

    private var isOfStandardDefinition: Bool {
        (700...720).contains(canvas.width) && [480, 576].contains(canvas.height)
    }
}
