// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CueSettings {
    /// WebVTT 3.1: "cue computed position".
    var computedPosition: Double {
        if let position { return position }
        switch alignment {
        case .left: return 0
        case .right: return 100
        default: return 50
        }
    }

    /// WebVTT 3.1: "cue computed position alignment".
    func computedPositionAlignment(isRightToLeft: Bool) -> PositionAlignment {
        guard positionAlignment == .automatic else { return positionAlignment }
        switch alignment {
        case .left: return .lineLeft
        case .right: return .lineRight
        case .start: return isRightToLeft ? .lineRight : .lineLeft
        case .end: return isRightToLeft ? .lineLeft : .lineRight
        case .center: return .center
        }
    }

    /// WebVTT 3.1: "cue computed line", with one track showing.
    var computedLine: Double {
        guard let line else { return snapToLines ? -1 : 100 }
        return !snapToLines && (line < 0 || line > 100) ? 100 : line
    }
}

extension CaptionLayout {
    /// WebVTT 7.2, "apply WebVTT cue settings", steps 2 to 9: offset and size along the line, in percent.
    static func extent(_ settings: CueSettings, isRightToLeft: Bool) -> (offset: Double, size: Double) {
        let position = settings.computedPosition
        let alignment = settings.computedPositionAlignment(isRightToLeft: isRightToLeft)
        let limit =
            switch alignment {
            case .lineLeft: 100 - position
            case .lineRight: position
            default: position <= 50 ? position * 2 : (100 - position) * 2
            }
        let size = min(settings.size, limit)
        switch alignment {
        case .lineLeft: return (position, size)
        case .lineRight: return (position - size, size)
        default: return (position - size / 2, size)
        }
    }

    /// The area for boxes without an author-given position.
    var titleArea: Rectangle {
        Rectangle(x: 0, y: 0, width: width, height: height).inset(safeArea, of: (width, height))
    }

    /// Whether a frame is inside `area` and overlaps no taken rectangle. Rounding differences are tolerated.
    func isFree(_ frame: Rectangle, in area: Rectangle) -> Bool {
        let slack = 1e-6
        return area.contains(frame, slack: slack) && !taken.contains { $0.overlaps(frame, slack: slack) }
    }

    /// Places a cue without a region where it overlaps no earlier box.
    mutating func place(_ cue: Cue, _ index: Int) {
        if let image = cue.image { return place(image, of: cue, index) }
        let metrics = metrics(of: cue)
        guard !metrics.text.isEmpty else { return }
        // The safe area applies to cues snapped to lines; percentages refer to the full frame.
        let area = cue.settings.snapToLines ? titleArea : Rectangle(x: 0, y: 0, width: width, height: height)
        let isVertical = cue.settings.vertical != .horizontal
        let along = isVertical ? area.height : area.width
        let (offset, size) = Self.extent(cue.settings, isRightToLeft: metrics.isRightToLeft)
        let lines = wrap(metrics, length: along * size / 100)
        let depth = metrics.lineHeight * Double(lines.count)
        let strip = LineBox(area: area, start: along * offset / 100, length: along * size / 100, depth: depth, isVertical: isVertical)
        let frame = cue.settings.snapToLines ? snapped(cue.settings, step: metrics.lineHeight, strip) : percentage(cue.settings, strip)
        guard let frame else { return }
        taken.append(frame)
        output.append(box(of: cue, index, metrics, lines: lines, frame))
    }

    /// Places an image without a region where text would be, scaled from video with 1080 lines.
    private mutating func place(_ image: CaptionImage, of cue: Cue, _ index: Int) {
        guard let size = image.size else { return }
        if let placement = image.placement { return place(image, at: placement.frame(inWidth: width, height: height), of: cue, index) }
        let scale = min(min(width, height) / 1080, width / Double(size.width), height / Double(size.height))
        let (imageWidth, imageHeight) = (Double(size.width) * scale, Double(size.height) * scale)
        let area = titleArea
        var frame = Rectangle(
            x: area.x + (area.width - imageWidth) / 2, y: area.y + area.height - imageHeight, width: imageWidth, height: imageHeight)
        frame.y = max(frame.y, 0)
        place(image, at: frame, of: cue, index)
    }

    private mutating func place(_ image: CaptionImage, at frame: Rectangle, of cue: Cue, _ index: Int) {
        var box = box(
            of: cue, index, TextMetrics(text: "", fontSize: 0, lineHeight: 0, isRightToLeft: false, wraps: false), lines: [], frame)
        box.image = image
        taken.append(frame)
        output.append(box)
    }
}

/// The extent of a cue's lines, without their position across the line direction.
struct LineBox {
    var area: Rectangle
    /// The start along the line direction, from the area's edge.
    var start: Double
    var length: Double
    /// The extent of all lines together, across the line direction.
    var depth: Double
    var isVertical: Bool

    var across: Double { isVertical ? area.width : area.height }

    /// The frame at a distance from the area's edge, across the line direction.
    func frame(at distance: Double) -> Rectangle {
        isVertical
            ? Rectangle(x: area.x + distance, y: area.y + start, width: depth, height: length)
            : Rectangle(x: area.x + start, y: area.y + distance, width: length, height: depth)
    }
}
