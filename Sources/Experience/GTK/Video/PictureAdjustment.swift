// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxMedia

/// The user's display settings for video, which override its own.
public struct PictureAdjustment: Hashable, Sendable {
    /// How video with another aspect ratio than the view's is fitted.
    public var gravity = VideoGravity.fit
    /// Width divided by height before rotation; nil uses the video's own.
    public var aspectRatio: Double? {
        didSet { if let aspectRatio, !(0.1...10).contains(aspectRatio) { self.aspectRatio = oldValue } }
    }
    /// 0.25...4; the video is cropped to the view.
    public var zoom = 1.0 { didSet { zoom = zoom.isFinite ? min(max(zoom, 0.25), 4) : oldValue } }
    /// Width divided by height of the middle part that is shown, after rotation: the rest, such as bars in the video, is cut off. nil shows
    /// everything.
    public var crop: Double? {
        didSet { if let crop, !(0.1...10).contains(crop) { self.crop = oldValue } }
    }
    /// Applied on top of the video's own orientation.
    public var orientation = DisplayOrientation.upright

    public init() {}

    /// Displayed width divided by height; zero if there is nothing to show.
    func aspectRatio(of picture: any Picture) -> Double {
        let upright = aspectRatio ?? picture.displayAspectRatio
        return orientation.isSideways && upright > 0 ? 1 / upright : upright
    }

    /// The displayed width divided by height without what is cropped; zero if there is nothing to show.
    func shownAspectRatio(of picture: any Picture) -> Double {
        let whole = aspectRatio(of: picture)
        return whole > 0 ? crop ?? whole : whole
    }

    /// The rectangle in a view of the part that is shown, in whole pixels.
    func placement(of picture: any Picture, width: Double, height: Double) -> Rectangle {
        let frame = gravity.placement(aspectRatio: shownAspectRatio(of: picture), width: width, height: height)
        guard zoom != 1 else { return frame }
        return Self.centre(
            (frame.width * zoom).rounded(), (frame.height * zoom).rounded(), in: Rectangle(x: 0, y: 0, width: width, height: height))
    }

    /// The rectangle of the whole video; only its part within `shown` is drawn.
    func whole(of picture: any Picture, showing shown: Rectangle) -> Rectangle {
        let ratio = aspectRatio(of: picture)
        guard let crop, ratio > 0 else { return shown }
        return crop > ratio
            ? Self.centre(shown.width, (shown.height * crop / ratio).rounded(), in: shown)
            : Self.centre((shown.width * ratio / crop).rounded(), shown.height, in: shown)
    }

    private static func centre(_ width: Double, _ height: Double, in area: Rectangle) -> Rectangle {
        Rectangle(
            x: (area.x + (area.width - width) / 2).rounded(.down), y: (area.y + (area.height - height) / 2).rounded(.down), width: width,
            height: height)
    }
}

/// The picture adjustment of a view, observable by menus and keys.
@MainActor @Observable public final class PictureAdjustments {
    /// The adjustment in use; changes take effect with the next frame.
    public var current = PictureAdjustment()

    public init() {}
}

/// The adjustable settings.
enum PictureChoice: CaseIterable, Hashable {
    case aspectRatio, crop, zoom, rotation

    /// Common film and television aspect ratios, widest last.
    static let ratios: [(title: String, ratio: Double?)] = [
        (translated("Original", context: "picture"), nil), ("1:1", 1), ("5:4", 5.0 / 4), ("4:3", 4.0 / 3), ("16:10", 1.6),
        ("16:9", 16.0 / 9), ("1.85:1", 1.85),
        ("2.35:1", 2.35),
    ]
    static let crops: [(title: String, ratio: Double?)] = [
        (translated("None", context: "crop"), nil), ("4:3", 4.0 / 3), ("16:10", 1.6), ("16:9", 16.0 / 9), ("1.85:1", 1.85), ("2:1", 2),
        ("2.35:1", 2.35), ("2.39:1", 2.39),
    ]
    static let zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
    static let orientations: [(title: String, orientation: DisplayOrientation)] = [
        (translated("None", context: "rotation"), .upright), (translated("90° Clockwise"), .init(rotation: 90)),
        ("180°", .init(rotation: 180)),
        (translated("90° Counterclockwise"), .init(rotation: 270)), (translated("Mirrored"), .init(isMirrored: true)),
    ]

    func choices(of adjustment: PictureAdjustment) -> Choices {
        switch self {
        case .aspectRatio:
            Choices(Self.ratios.map(\.title), selection: Self.ratios.firstIndex { $0.ratio == adjustment.aspectRatio })
        case .crop: Choices(Self.crops.map(\.title), selection: Self.crops.firstIndex { $0.ratio == adjustment.crop })
        case .zoom: Choices(Self.zooms.map(Self.percent), selection: Self.zooms.firstIndex(of: adjustment.zoom))
        case .rotation:
            Choices(Self.orientations.map(\.title), selection: Self.orientations.firstIndex { $0.orientation == adjustment.orientation })
        }
    }

    func choose(_ index: Int, of adjustment: inout PictureAdjustment) {
        switch self {
        case .aspectRatio: adjustment.aspectRatio = Self.ratios[index].ratio
        case .crop: adjustment.crop = Self.crops[index].ratio
        case .zoom: adjustment.zoom = Self.zooms[index]
        case .rotation: adjustment.orientation = Self.orientations[index].orientation
        }
    }

    var title: String {
        switch self {
        case .aspectRatio: translated("Aspect Ratio")
        case .crop: translated("Crop")
        case .zoom: translated("Zoom")
        case .rotation: translated("Rotation")
        }
    }

    func value(in adjustment: PictureAdjustment) -> String {
        switch self {
        case .aspectRatio, .crop: choices(of: adjustment).selected ?? translated("Other", context: "picture")
        case .zoom: Self.percent(adjustment.zoom)
        case .rotation: choices(of: adjustment).selected ?? Self.text(adjustment.orientation)
        }
    }

    /// Whether it differs from the default.
    func isChanged(in adjustment: PictureAdjustment) -> Bool {
        switch self {
        case .aspectRatio: adjustment.aspectRatio != nil
        case .crop: adjustment.crop != nil
        case .zoom: adjustment.zoom != 1
        case .rotation: adjustment.orientation != .upright
        }
    }

    static func percent(_ factor: Double) -> String { "\(Int((factor * 100).rounded())) %" }

    private static func text(_ orientation: DisplayOrientation) -> String {
        let turn = orientation.rotation == 0 ? nil : "\(orientation.rotation)°"
        return [turn, orientation.isMirrored ? translated("mirrored") : nil].compactMap { $0 }.joined(separator: ", ")
    }
}

extension PictureAdjustments {
    /// A change requested by a key.
    enum Change: Hashable {
        /// The next aspect ratio in the list; the original follows the last one.
        case nextAspectRatio
        /// The next part in the list; everything follows the last one.
        case nextCrop
        /// Steps in the list, larger when positive, limited to its ends.
        case zoom(Int)
        case normalZoom
        /// Quarter turns, clockwise when positive.
        case turn(Int)
    }

    /// - Returns: the new value as text.
    func make(_ change: Change) -> String {
        switch change {
        case .nextAspectRatio:
            let index = PictureChoice.ratios.firstIndex { $0.ratio == current.aspectRatio } ?? 0
            current.aspectRatio = PictureChoice.ratios[(index + 1) % PictureChoice.ratios.count].ratio
            return text(of: .aspectRatio)
        case .nextCrop:
            let index = PictureChoice.crops.firstIndex { $0.ratio == current.crop } ?? 0
            current.crop = PictureChoice.crops[(index + 1) % PictureChoice.crops.count].ratio
            return text(of: .crop)
        case .zoom(let steps):
            let zooms = PictureChoice.zooms
            for _ in 0..<abs(steps) {
                let next = steps > 0 ? zooms.first { $0 > current.zoom + 0.001 } : zooms.last { $0 < current.zoom - 0.001 }
                current.zoom = next ?? current.zoom
            }
            return text(of: .zoom)
        case .normalZoom:
            current.zoom = 1
            return text(of: .zoom)
        case .turn(let quarters):
            current.orientation = current.orientation.followed(by: DisplayOrientation(rotation: quarters * 90))
            return text(of: .rotation)
        }
    }

    private func text(of choice: PictureChoice) -> String { "\(choice.title): \(choice.value(in: current))" }
}
