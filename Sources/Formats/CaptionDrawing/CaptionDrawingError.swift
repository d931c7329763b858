// SPDX-License-Identifier: Apache-2.0

/// Why captions can't be drawn.
package struct CaptionDrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Cause and remedy.
    package let description: String

    static func missing(_ library: String) -> CaptionDrawingError {
        CaptionDrawingError(
            description: "drawing captions requires \(library), which is missing or too old: apt install libpangocairo-1.0-0")
    }

    static let unreadable = CaptionDrawingError(description: "the image to draw captions on is not a PNG file, or is damaged")
    static let unwritable = CaptionDrawingError(description: "cannot write the image with captions as PNG: there is too little memory")
}
