// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia
import WindowboxPlayer

/// How the user wants captions to look, overriding the stream and the application.
public struct CaptionPreference: Hashable, Sendable {
    /// The size of the text.
    public enum Size: String, Hashable, Sendable, CaseIterable {
        /// How many times the default size these are is ``factor``.
        case small, normal, large, huge

        /// Multiplier of the default caption size.
        public var factor: Double {
            switch self {
            case .small: 0.75
            case .normal: 1
            case .large: 1.5
            case .huge: 2
            }
        }

        /// The size nearest to a factor.
        public init(factor: Double) {
            self = Self.allCases.min { abs($0.factor - factor) < abs($1.factor - factor) } ?? .normal
        }

        /// The name in menus, in the user's language.
        public var title: String {
            switch self {
            case .small: translated("Small", context: "size")
            case .normal: translated("Normal", context: "size")
            case .large: translated("Large", context: "size")
            case .huge: translated("Huge", context: "size")
            }
        }
    }

    /// Colour and background of the text.
    public enum Look: String, Hashable, Sendable, CaseIterable {
        /// As the stream and the application define it.
        case standard
        /// White with an outline, yellow on a dark background, and black on white.
        case outlined, yellow, blackOnWhite

        /// The name in menus, in the user's language.
        public var title: String {
            switch self {
            case .standard: translated("Standard", context: "subtitles")
            case .outlined: translated("Outlined", context: "subtitles")
            case .yellow: translated("Yellow", context: "subtitles")
            case .blackOnWhite: translated("Black on White", context: "subtitles")
            }
        }
    }

    /// The size of the text; normal by default.
    public var size: Size
    /// How much higher than normal captions at the bottom are, 0...0.5 of the video's height.
    public var raise: Double { didSet { raise = Self.clamped(raise) } }
    /// Colour and background; as the stream defines them by default.
    public var look: Look

    public init(size: Size = .normal, look: Look = .standard, raise: Double = 0) {
        self.size = size
        self.look = look
        self.raise = Self.clamped(raise)
    }

    private static func clamped(_ raise: Double) -> Double { raise.isFinite ? min(max(raise, 0), 0.5) : 0 }

    /// The positions in menus and for keys, lowest first, with their names in the user's language.
    public static let positions: [(title: String, raise: Double)] = [0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4].map { raise in
        let title =
            raise == 0
            ? translated("Bottom", context: "subtitles") : translated("{amount} Higher", ["amount": PictureChoice.percent(raise)])
        return (title, raise)
    }

    var positionChoices: Choices {
        let all = Self.positions
        return Choices(all.map(\.title), selection: all.indices.min { abs(all[$0].raise - raise) < abs(all[$1].raise - raise) })
    }

    /// The declarations that override everything else, including inline colours.
    var declarations: [Declaration] {
        var style = TextStyle()
        if size != .normal { style.relativeSize = size.factor }
        switch look {
        case .standard: break
        case .outlined:
            style.color = .white
            style.background = .clear
            style.edge = TextEdge(.uniform, width: 2.5)
        case .yellow:
            style.color = .yellow
            style.background = Color(0, alpha: 0.72)
        case .blackOnWhite:
            style.color = .black
            style.background = .white(alpha: 0.9)
            style.edge = TextEdge(.none)
        }
        guard style != TextStyle() else { return [] }
        let declarations = CaptionStyleSheet(TextStyleRule(.cue, style).css).rules.flatMap(\.declarations)
        // TTML has its own outline property.
        return declarations + (style.edge == nil ? [] : [Declaration("text-outline", "none")])
    }
}
