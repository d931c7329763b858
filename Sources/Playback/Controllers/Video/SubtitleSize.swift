// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxPlayer

/// The user's choice of subtitle size. The raw value is stored in settings.
public enum SubtitleSize: Int, CaseIterable, Hashable, Sendable, Codable {
    /// 1.3 times the usual size.
    case tiny = 0
    /// 1.5 times the usual size.
    case medium = 1
    /// Twice the usual size.
    case large = 2
    /// 3.5 times the usual size.
    case huge = 3

    /// The factor by which the text is enlarged.
    public var factor: Double {
        switch self {
        case .tiny: 1.3
        case .medium: 1.5
        case .large: 2
        case .huge: 3.5
        }
    }

    /// The width of the shadow on each side in pixels.
    public var shadow: Double {
        switch self {
        case .tiny, .medium: 1
        case .large: 1.2
        case .huge: 1.5
        }
    }

    /// A style rule: bold and centred at the bottom, with a black shadow on four sides.
    /// - Parameter color: the text colour.
    public func rule(color: Color = .white) -> TextStyleRule {
        TextStyleRule(
            .cue,
            TextStyle(
                color: color, background: .clear, relativeSize: factor, edge: TextEdge(.uniform, width: shadow), isBold: true,
                alignment: .center, line: 1))
    }
}
