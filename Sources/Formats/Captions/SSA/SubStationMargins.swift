// SPDX-License-Identifier: Apache-2.0

/// What a dialogue or a style of SubStation keeps free, in the script's pixels; 0 says nothing.
struct SubStationMargins: Hashable, Sendable {
    var left = 0.0
    var right = 0.0
    /// Below, or above lines at the top.
    var vertical = 0.0

    /// Up to this share of the picture a style's margins are those that captions have anyway.
    private static let usual = 0.08

    /// With those of a style where the dialogue has none itself and the style's are wide.
    func filled(from style: Self, in picture: (width: Double, height: Double)) -> Self {
        func wide(_ own: Double, _ other: Double, _ side: Double) -> Double { own > 0 || other <= side * Self.usual ? own : other }
        return Self(
            left: wide(left, style.left, picture.width), right: wide(right, style.right, picture.width),
            vertical: wide(vertical, style.vertical, picture.height))
    }
}
