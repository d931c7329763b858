// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// When something of a video happens, from its beginning.
public enum CTADelay: Hashable, Sendable {
    /// Seconds, 0...10.
    case constant(Double)
    /// A part of the duration, 0 to below 1.
    case percentage(Double)

    /// Within its range; what is no number counts as 0.
    public var clamped: CTADelay {
        func within(_ value: Double, _ limit: Double) -> Double { value.isFinite ? min(max(value, 0), limit) : 0 }
        return switch self {
        case .constant(let seconds): .constant(within(seconds, 10))
        // The last moment would never be seen.
        case .percentage(let part): .percentage(within(part, 1.0.nextDown))
        }
    }

    /// Seconds from the beginning.
    /// - Parameter duration: seconds; nil or not above zero for live streams, for which a part of it counts as 0.
    public func seconds(of duration: Double?) -> Double {
        switch clamped {
        case .constant(let seconds): return seconds
        case .percentage(let part): return duration.map { $0.isFinite && $0 > 0 ? part * $0 : 0 } ?? 0
        }
    }
}

/// The button that leads out of a video.
public struct CTAButtonConfiguration: Hashable, Sendable {
    public enum Shape: Hashable, Sendable { case roundRectangle, oval }

    public enum Width: Hashable, Sendable {
        /// With 16 points at each side.
        case fullWidth
        /// Half of the view; more where the text needs it.
        case compact
        case sizeToFit
    }

    @Setting public var backgroundColor = Color(0x3A86FF)
    @Setting public var textColor = Color.white
    @Setting public var font = FeedFont(size: 14)
    @Setting public var shape = Shape.roundRectangle
    @Setting public var width = Width.fullWidth
    /// From the video's beginning until the button is seen.
    @Setting public var delay = CTADelay.constant(3)
    /// From then until it is highlighted.
    @Setting public var highlightDelay = CTADelay.constant(2)

    public static let margin = 16.0

    public init() {}

    /// Points that the button is wide.
    /// - Parameters:
    ///   - view: points that the view is wide.
    ///   - content: points that the text needs.
    public func width(inView view: Double, content: Double) -> Double {
        let most = max(0, view - 2 * Self.margin)
        return switch width {
        case .fullWidth: most
        case .compact: min(max(view / 2, content), most)
        case .sizeToFit: min(content, most)
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
