// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A font for texts in feeds.
public struct FeedFont: Hashable, Sendable {
    /// How bold the font is.
    public enum Weight: String, Hashable, Sendable, CaseIterable {
        /// From the lightest to the boldest.
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// Nil uses the system font.
    public var family: String?
    /// Points, 1...200; others are clamped.
    public var size: Double { didSet { size = Self.clamped(size) } }
    /// Regular by default.
    public var weight: Weight
    /// Upright by default.
    public var isItalic: Bool

    public init(family: String? = nil, size: Double, weight: Weight = .regular, isItalic: Bool = false) {
        (self.family, self.size, self.weight, self.isItalic) = (family, Self.clamped(size), weight, isItalic)
    }

    private static func clamped(_ size: Double) -> Double { size.isFinite ? min(max(size, 1), 200) : 12 }
}

/// Insets in points; leading is left in left-to-right layouts.
public struct FeedInsets: Hashable, Sendable {
    /// Points.
    public var top: Double
    /// Points.
    public var leading: Double
    /// Points.
    public var bottom: Double
    /// Points.
    public var trailing: Double

    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    /// The same inset on all sides, in points.
    public init(all: Double) { self.init(top: all, leading: all, bottom: all, trailing: all) }
}

/// A shadow behind a text or an element.
public struct FeedShadow: Hashable, Sendable {
    /// 0...1; 0 means no shadow.
    public var opacity = 0.0
    /// Black by default.
    public var color = Color.black
    /// In points, towards the trailing side and down.
    public var offset = (x: 0.0, y: 0.0)

    public init() {}

    public static func == (left: FeedShadow, right: FeedShadow) -> Bool {
        left.opacity == right.opacity && left.color == right.color && left.offset == right.offset
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(opacity)
        hasher.combine(color)
        hasher.combine(offset.x)
        hasher.combine(offset.y)
    }
}

/// Leading is left in left-to-right layouts.
public enum FeedTextAlignment: Hashable, Sendable { case leading, center, trailing }

/// A fixed appearance, for elements that don't follow the desktop's setting.
public enum FeedAppearance: Hashable, Sendable { case light, dark }

/// The size and visibility of an icon.
public struct PlayIcon: Hashable, Sendable {
    /// Whether the icon isn't shown.
    public var isHidden = false
    /// In points.
    public var width: Double

    public init(width: Double) { self.width = width }
}

/// An element that can be hidden.
public struct HideableElement: Hashable, Sendable {
    /// Whether the element isn't shown.
    public var isHidden: Bool

    public init(isHidden: Bool = false) { self.isHidden = isHidden }
}

/// A custom button image: a file, or a themed icon with an optional tint.
public enum ButtonImage: Hashable, Sendable {
    /// The path of an image file.
    case file(String)
    /// A name in the icon theme. The tint replaces the icon's own colour; nil keeps it.
    case themed(String, tint: Color? = nil)
}
