// SPDX-License-Identifier: Apache-2.0

/// The margins of a SubStation dialogue or style, in script pixels; 0 is unset.
struct SubStationMargins: Hashable, Sendable {
    var left = 0.0
    var right = 0.0
    /// The bottom margin, or the top margin of lines at the top.
    var vertical = 0.0

    /// Style margins up to this share of the frame are like the default caption margins.
    private static let typicalShare = 0.08

    /// Takes the style's margin where the dialogue has none and the style's is wide.
    func filled(from style: Self, in picture: (width: Double, height: Double)) -> Self {
        func wide(_ own: Double, _ other: Double, _ side: Double) -> Double { own > 0 || other <= side * Self.typicalShare ? own : other }
        return Self(
            left: wide(left, style.left, picture.width), right: wide(right, style.right, picture.width),
            vertical: wide(vertical, style.vertical, picture.height))
    }
}
