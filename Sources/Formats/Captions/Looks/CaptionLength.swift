// SPDX-License-Identifier: Apache-2.0

/// Converts CSS lengths in captions to pixels.
public struct CaptionLength: Hashable, Sendable {
    /// The font size that relative units refer to, in pixels.
    public var fontSize: Double
    /// The height of the video in pixels, which percentages and viewport units refer to.
    public var pictureHeight: Double

    public init(fontSize: Double, pictureHeight: Double) {
        self.fontSize = fontSize
        self.pictureHeight = pictureHeight
    }

    /// The size of a CSS pixel: shadows and outlines are in pixels of video with 1080 lines.
    var pixel: Double { pictureHeight / 1080 }

    /// - Returns: The length in pixels; nil if `text` is not a length.
    public func pixels(_ text: some StringProtocol) -> Double? {
        func number(_ unit: String, times factor: Double) -> Double? {
            guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)), number.isFinite else { return nil }
            return number * factor
        }
        if text == "0" { return 0 }
        return number("px", times: pixel) ?? number("em", times: fontSize) ?? number("%", times: fontSize / 100)
            ?? number("vh", times: pictureHeight / 100)
    }
}
