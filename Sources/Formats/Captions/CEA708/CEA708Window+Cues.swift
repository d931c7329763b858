// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CEA708Window {
    /// The window's lines, rows or columns, in reading order.
    private func lines() -> [[Cell?]] {
        if print.isVertical {
            let columns = (0..<geometry.columns).map { column in
                let line = (0..<geometry.rows).map { cell($0, column) }
                return print == .topToBottom ? line : line.reversed()
            }
            // Lines enter at the side that the text scrolls away from.
            return scroll == .leftToRight ? columns.reversed() : columns
        }
        let rows = (0..<geometry.rows).map { row in
            print == .leftToRight ? cells[row] : (0..<geometry.columns).map { cell(row, $0) }.reversed()
        }
        return rows
    }

    /// The cue that shows the window, and its region, without an id.
    func cue(from start: MediaTime, to end: MediaTime) -> (cue: Cue, region: CaptionRegion)? {
        let lines = lines()
        let extents = lines.map { line in Self.extent(of: line) }
        guard let first = extents.firstIndex(where: { $0 != nil }), let last = extents.lastIndex(where: { $0 != nil }) else { return nil }
        var nodes: [CueNode] = []
        var text = ""
        for index in first...last {
            if index > first { nodes.append(run: "\n", text: &text) }
            guard let extent = extents[index] else { continue }
            append(lines[index], extent, to: &nodes, &text)
        }
        var settings = CueSettings(alignment: .left)
        switch justification {
        case .left, .full: indent(&settings, extents.compactMap { $0 })
        case .right: settings.alignment = .right
        case .center: settings.alignment = .center
        }
        if print.isVertical { settings.vertical = scroll == .leftToRight ? .growingLeft : .growingRight }
        // Rows are a fifteenth of the safe title area's height.
        let style = [Declaration("font-size", "4.3vh"), Declaration("line-height", "5.33vh")]
        let region = geometry.region(isFirst: first == 0, isLast: last == geometry.rows - 1, style: looks + style)
        let cue = Cue(start: start, end: end, settings: settings, text: text, tree: nodes, layer: 7 - Int(geometry.priority))
        return (cue, region)
    }

    /// Indents left-aligned text by the columns that are empty in all lines.
    private func indent(_ settings: inout CueSettings, _ extents: [Range<Int>]) {
        guard !print.isVertical, let left = extents.map(\.lowerBound).min() else { return }
        if print == .rightToLeft {
            settings.alignment = .right
            return
        }
        guard left > 0 else { return }
        settings.position = min(Double(left) / Double(geometry.columns) * 100, 100)
        settings.positionAlignment = .lineLeft
    }

    private static func extent(of line: [Cell?]) -> Range<Int>? {
        guard let first = line.firstIndex(where: { $0.map { $0.scalar != " " } ?? false }),
            let last = line.lastIndex(where: { $0.map { $0.scalar != " " } ?? false })
        else { return nil }
        return first..<last + 1
    }

    private func append(_ line: [Cell?], _ extent: Range<Int>, to nodes: inout [CueNode], _ text: inout String) {
        var run = ""
        var pen = line[extent.lowerBound]?.pen ?? CEA708Pen()
        for index in extent {
            let next = line[index]?.pen ?? pen
            if next != pen {
                nodes.append(run: run, pen, text: &text)
                (run, pen) = ("", next)
            }
            run.unicodeScalars.append(line[index]?.scalar ?? " ")
        }
        nodes.append(run: run, pen, text: &text)
    }

    private var looks: [Declaration] {
        var style: [Declaration] = []
        if !fill.isClear { style.append(Declaration("background-color", fill.css)) }
        switch border {
        case 1: style.append(Declaration("border", "2px outset \(borderColor.css)"))
        case 2: style.append(Declaration("border", "2px inset \(borderColor.css)"))
        case 3: style.append(Declaration("border", "2px solid \(borderColor.css)"))
        case 4: style.append(Declaration("box-shadow", "-4px 4px \(borderColor.css)"))
        case 5: style.append(Declaration("box-shadow", "4px 4px \(borderColor.css)"))
        default: break
        }
        return style
    }
}

extension [CueNode] {
    fileprivate mutating func append(run: String, _ pen: CEA708Pen = CEA708Pen(), text: inout String) {
        text += run
        append(run: run, isItalic: pen.isItalic, isUnderlined: pen.isUnderlined, style: pen.declarations)
    }
}

extension CEA708WindowGeometry {
    /// The safe title area is the central 80 % of the video frame. It has 75 steps vertically and 210 horizontally, five per row or
    /// column (CTA-708-E 8.4.4 and 8.4.5); for 4:3 video it has 160 horizontal steps.
    func region(isFirst: Bool, isLast: Bool, style: [Declaration], isWide: Bool = true) -> CaptionRegion {
        let steps = isWide ? 210.0 : 160.0
        let x = isRelative ? Double(min(horizontal, 99)) / 99 : min(Double(horizontal) / (steps - 1), 1)
        let y = isRelative ? Double(min(vertical, 99)) / 99 : min(Double(vertical) / 74, 1)
        let display: CaptionRegion.Display = isFirst ? .before : isLast ? .after : .center
        return CaptionRegion(
            width: min(Double(columns) * 5 / steps * 80, 80), lines: Double(rows), anchorX: Double(anchor % 3) * 50,
            anchorY: Double(anchor / 3) * 50, viewportAnchorX: 10 + x * 80, viewportAnchorY: 10 + y * 80,
            height: Double(rows) * 5 / 75 * 80, display: display, style: style)
    }
}
