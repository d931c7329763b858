// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A delay from the start of a video.
public enum CTADelay: Hashable, Sendable {
    /// Seconds, 0...10.
    case constant(Double)
    /// Fraction of the duration, from 0 to below 1.
    case percentage(Double)

    /// Clamped to the valid range; NaN and infinity count as 0.
    public var clamped: CTADelay {
        func within(_ value: Double, _ limit: Double) -> Double { value.isFinite ? min(max(value, 0), limit) : 0 }
        return switch self {
        case .constant(let seconds): .constant(within(seconds, 10))
        // At exactly 1, it would never be seen.
        case .percentage(let part): .percentage(within(part, 1.0.nextDown))
        }
    }

    /// Seconds from the start.
    /// - Parameter duration: in seconds; nil or not positive for live streams, for which percentages count as 0.
    public func seconds(of duration: Double?) -> Double {
        switch clamped {
        case .constant(let seconds): return seconds
        case .percentage(let part): return duration.map { $0.isFinite && $0 > 0 ? part * $0 : 0 } ?? 0
        }
    }
}

/// A video's call-to-action button.
public struct CTAButtonConfiguration: Hashable, Sendable {
    /// A rectangle with rounded corners, or one whose ends are half circles.
    public enum Shape: Hashable, Sendable { case roundRectangle, oval }

    /// How wide the button is.
    public enum Width: Hashable, Sendable {
        /// With a margin of 16 points on each side.
        case fullWidth
        /// Half of the view's width, or more if the text needs it.
        case compact
        /// As wide as the text needs.
        case sizeToFit
    }

    /// Blue by default.
    @Setting public var backgroundColor = Color(0x3A86FF)
    /// White by default.
    @Setting public var textColor = Color.white
    /// 14 points by default.
    @Setting public var font = FeedFont(size: 14)
    /// A rectangle with rounded corners by default.
    @Setting public var shape = Shape.roundRectangle
    /// As wide as the view by default.
    @Setting public var width = Width.fullWidth
    /// From the start of the video until the button appears.
    @Setting public var delay = CTADelay.constant(3)
    /// From its appearance until it is highlighted.
    @Setting public var highlightDelay = CTADelay.constant(2)

    /// The margin of a wide button on each side, in points.
    public static let margin = 16.0

    public init() {}

    /// The button's width in points.
    /// - Parameters:
    ///   - view: width of the view in points.
    ///   - content: width of the text in points.
    public func width(inView view: Double, content: Double) -> Double {
        let maxWidth = max(0, view - 2 * Self.margin)
        return switch width {
        case .fullWidth: maxWidth
        case .compact: min(max(view / 2, content), maxWidth)
        case .sizeToFit: min(content, maxWidth)
        }
    }

    mutating func apply(_ other: CTAButtonConfiguration, _ way: SettingWay) {
        $backgroundColor.apply(way, other.$backgroundColor)
        $textColor.apply(way, other.$textColor)
        $font.apply(way, other.$font)
        $shape.apply(way, other.$shape)
        $width.apply(way, other.$width)
        $delay.apply(way, other.$delay)
        $highlightDelay.apply(way, other.$highlightDelay)
    }
}
