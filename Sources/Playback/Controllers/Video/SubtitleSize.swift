// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxPlayer

/// How large a person wants subtitles. The raw value is what is kept in settings.
public enum SubtitleSize: Int, CaseIterable, Hashable, Sendable, Codable {
    case tiny = 0
    case medium = 1
    case large = 2
    case huge = 3

    /// Times the size that the text has otherwise.
    public var factor: Double {
        switch self {
        case .tiny: 1.3
        case .medium: 1.5
        case .large: 2
        case .huge: 3.5
        }
    }

    /// Pixels that the shadow reaches out on each side.
    public var shadow: Double {
        switch self {
        case .tiny, .medium: 1
        case .large: 1.2
        case .huge: 1.5
        }
    }

    /// Bold and centred at the bottom, with a black shadow on four sides.
    /// - Parameter color: of the letters.
    public func rule(color: Color = .white) -> TextStyleRule {
        TextStyleRule(
            .cue,
            TextStyle(
                color: color, background: .clear, relativeSize: factor, edge: TextEdge(.uniform, width: shadow), isBold: true,
                alignment: .center, line: 1))
    }
}
