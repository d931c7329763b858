// SPDX-License-Identifier: Apache-2.0

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
    /// Whether a text is written from right to left, by its first letter that tells (WebVTT 7.4, with UAX 9's rules P2 and P3).
    public static func isRightToLeft(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF, 0x200F: return true
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }

    /// WebVTT 7.2, "apply WebVTT cue settings", steps 2 to 9: offset and size along the line, in percent.
    static func extent(_ settings: CueSettings, isRightToLeft: Bool) -> (offset: Double, size: Double) {
        let position = settings.computedPosition
        let alignment = settings.computedPositionAlignment(isRightToLeft: isRightToLeft)
        let most =
            switch alignment {
            case .lineLeft: 100 - position
            case .lineRight: position
            default: position <= 50 ? position * 2 : (100 - position) * 2
            }
        let size = min(settings.size, most)
        switch alignment {
        case .lineLeft: return (position, size)
        case .lineRight: return (position - size, size)
        default: return (position - size / 2, size)
        }
    }

    /// Places a cue that is in no region, so that it overlaps none placed before.
    mutating func place(_ cue: Cue, _ index: Int) {
        let settings = cue.settings
        let text = cue.plainText()
        let fontSize = fontSize(of: cue)
        let lineHeight = lineHeight(of: cue, fontSize)
        let isVertical = settings.vertical != .horizontal
        let along = isVertical ? height : width
        let (offset, size) = Self.extent(settings, isRightToLeft: Self.isRightToLeft(text))
        let lines = wrap(text, fontSize: fontSize, length: along * size / 100)
        guard !text.isEmpty else { return }
        let depth = lineHeight * Double(lines.count)
        let across = isVertical ? width : height
        var frame = CaptionFrame(x: along * offset / 100, y: 0, width: along * size / 100, height: depth)
        func turned(_ at: Double) -> CaptionFrame {
            isVertical
                ? CaptionFrame(x: at, y: frame.x, width: frame.height, height: frame.width)
                : CaptionFrame(x: frame.x, y: at, width: frame.width, height: frame.height)
        }
        let at =
            settings.snapToLines
            ? snapped(settings, step: lineHeight, depth: depth, across: across, turned)
            : percentage(settings, step: lineHeight, depth: depth, across: across, turned)
        guard let at else { return }
        frame = turned(at)
        output.append(
            CaptionBox(
                cue: index, frame: frame, lines: lines, fontSize: fontSize, lineHeight: lineHeight, alignment: settings.alignment,
                vertical: settings.vertical))
    }

    private func isFree(_ frame: CaptionFrame) -> Bool {
        frame.isWithin(CaptionFrame(x: 0, y: 0, width: width, height: height)) && !output.contains { $0.frame.overlaps(frame) }
    }

    /// "Adjust the positions of boxes", where lines are snapped to: from its line on, away from the edge it counts from, and then
    /// to the other side; nil when there is no room at all (the standard's step "done positioning" empties the boxes then).
    private func snapped(
        _ settings: CueSettings, step lineStep: Double, depth: Double, across: Double, _ turned: (Double) -> CaptionFrame
    ) -> Double? {
        var line = min(max((settings.computedLine).rounded(), -1e6), 1e6)
        // Text that grows to the left counts its lines from the right.
        if settings.vertical == .growingLeft { line = -(line + 1) }
        var step = lineStep
        var at = step * line
        if settings.vertical == .growingLeft { at = at - depth + step }
        if line < 0 {
            at += across
            step = -step
        }
        let specified = at
        var hasSwitched = false
        // Beyond this many steps everything is outside.
        for _ in 0..<4000 {
            if isFree(turned(at)) { return at }
            let isOutside = step < 0 ? at < 0 : at + depth > across
            if isOutside, step < 0 || at >= 0 {
                if hasSwitched { return nil }
                hasSwitched = true
                at = specified
                step = -step
            }
            at += step
        }
        return nil
    }

    /// "Adjust the positions of boxes", where the line is a percentage: the free place that is nearest to the one asked for.
    private func percentage(
        _ settings: CueSettings, step: Double, depth: Double, across: Double, _ turned: (Double) -> CaptionFrame
    ) -> Double? {
        var at = across * settings.computedLine / 100
        switch settings.lineAlignment {
        case .start: break
        case .center: at -= depth / 2
        case .end: at -= depth
        }
        if isFree(turned(at)) { return at }
        let room = across - depth
        guard room >= 0 else { return at }
        let inside = min(max(at, 0), room)
        var best: Double?
        var candidates = [inside, 0, room]
        for box in output { candidates += edges(of: box, depth, isVertical: settings.vertical != .horizontal) }
        for candidate in candidates {
            guard candidate >= 0, candidate <= room + 1e-6, isFree(turned(candidate)) else { continue }
            if best.map({ abs(candidate - at) < abs($0 - at) }) ?? true { best = candidate }
        }
        // Where nothing is free it stays as asked for (step 5 of that part).
        return best ?? at
    }

    private func edges(of box: CaptionBox, _ depth: Double, isVertical: Bool) -> [Double] {
        isVertical ? [box.frame.x - depth, box.frame.x + box.frame.width] : [box.frame.y - depth, box.frame.y + box.frame.height]
    }
}
