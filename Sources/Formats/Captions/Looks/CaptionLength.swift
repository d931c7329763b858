// SPDX-License-Identifier: Apache-2.0

/// A length as CSS writes it, for captions.
public struct CaptionLength: Hashable, Sendable {
    /// Of the letters around, in pixels.
    public var fontSize: Double
    public var pictureHeight: Double

    public init(fontSize: Double, pictureHeight: Double) {
        self.fontSize = fontSize
        self.pictureHeight = pictureHeight
    }

    /// Shadows and outlines count the pixels of a picture 1080 lines high.
    var pixel: Double { pictureHeight / 1080 }

    /// - Returns: pixels; nil for what is no length.
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
