// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The position of a bitmap caption on its author's canvas.
public struct CaptionPlacement: Hashable, Sendable {
    /// The caption's frame in canvas pixels, from the top left corner.
    public var frame: Rectangle
    /// The canvas size in pixels, both sides more than 0.
    public var canvas: PixelSize

    public init(frame: Rectangle, canvas: PixelSize) {
        self.frame = frame
        self.canvas = canvas
    }

    /// Maps the frame to the video frame.
    ///
    /// The canvas is as wide as the video and centred on it: films are often cropped at the top and bottom when re-encoded, with their
    /// subtitles unchanged. Standard-definition canvases, from discs and broadcasts, have non-square pixels: such a canvas covers 4:3 or
    /// 16:9 video.
    ///
    /// - Parameters:
    ///   - width: The displayed width of the video, more than 0.
    ///   - height: The displayed height of the video, more than 0.
    public func frame(inWidth width: Double, height: Double) -> Rectangle {
        let scaleX = width / Double(max(canvas.width, 1))
        let canvasHeight = width / aspect(over: width / height)
        let scaleY = canvasHeight / Double(max(canvas.height, 1))
        return Rectangle(
            x: frame.x * scaleX, y: (height - canvasHeight) / 2 + frame.y * scaleY, width: frame.width * scaleX,
            height: frame.height * scaleY)
    }

    /// The canvas's display aspect ratio, width by height, over video of the aspect ratio `picture`.
    private func aspect(over picture: Double) -> Double {
        let stored = Double(max(canvas.width, 1)) / Double(max(canvas.height, 1))
        let candidates = isOfStandardDefinition ? [stored, 4.0 / 3, 16.0 / 9] : [stored]
        func distance(_ aspect: Double) -> Double { max(aspect / picture, picture / aspect) }
        let nearest = candidates.min { distance($0) < distance($1) } ?? stored
        // Scaling rounds video sizes.
        if distance(nearest) < 1.03 { return picture }
        guard isOfStandardDefinition else { return stored }
        return picture < 1.5 ? 4.0 / 3 : 16.0 / 9
    }

    private var isOfStandardDefinition: Bool {
        (700...720).contains(canvas.width) && [480, 576].contains(canvas.height)
    }
}
