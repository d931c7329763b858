// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CEA608Screen {
    /// A non-empty row and the columns it occupies.
    private struct Line {
        var row: Int
        var columns: Range<Int>
    }

    /// The cues that show this memory: one per group of adjacent rows, placed in the safe area (80 % of the video frame).
    /// Adjacent rows without common columns belong to different speakers and become separate cues.
    func cues(start: MediaTime, end: MediaTime) -> [Cue] {
        var groups: [[Line]] = []
        for row in rows.indices {
            guard let columns = extent(of: rows[row]) else { continue }
            let line = Line(row: row, columns: columns)
            if let last = groups.last?.last, last.row == row - 1, last.columns.overlaps(columns) {
                groups[groups.count - 1].append(line)
            } else {
                groups.append([line])
            }
        }
        return groups.map { cue(of: $0, start, end) }
    }

    private func extent(of row: [Cell?]) -> Range<Int>? {
        guard let first = row.firstIndex(where: { $0.map { $0.scalar != " " } ?? false }),
            let last = row.lastIndex(where: { $0.map { $0.scalar != " " } ?? false })
        else { return nil }
        return first..<last + 1
    }

    private func cue(of group: [Line], _ start: MediaTime, _ end: MediaTime) -> Cue {
        var nodes: [CueNode] = []
        var text = ""
        for line in group {
            if line.row != group[0].row { append("\n", CEA608Pen(), to: &nodes, &text) }
            append(rows[line.row], line.columns, to: &nodes, &text)
        }
        var settings = CueSettings()
        settings.snapToLines = false
        settings.line = 10 + Double(group[0].row) * 80 / 15
        place(group.map(\.columns), &settings)
        return Cue(start: start, end: end, settings: settings, text: text, tree: nodes)
    }

    /// Positions cues by their indents. Centred or right-aligned rows keep that alignment in any font.
    private func place(_ extents: [Range<Int>], _ settings: inout CueSettings) {
        func percent(_ column: Int) -> Double { 10 + Double(min(column, 32)) * 2.5 }
        let left = extents.map(\.lowerBound).min() ?? 0
        let right = extents.map(\.upperBound).max() ?? 0
        let sums = extents.map { $0.lowerBound + $0.upperBound }
        if extents.allSatisfy({ $0.lowerBound == left }) || right > 32 {
            settings.alignment = .left
        } else if let minimum = sums.min(), let limit = sums.max(), limit - minimum <= 2 {
            settings.position = (percent(left) + percent(right)) / 2
            settings.positionAlignment = .center
            settings.size = 80
            return
        } else if extents.allSatisfy({ $0.upperBound == right }) {
            settings.alignment = .right
            settings.position = percent(right)
            settings.positionAlignment = .lineRight
            settings.size = percent(right) - 10
            return
        }
        settings.alignment = .left
        settings.position = percent(min(left, 31))
        settings.positionAlignment = .lineLeft
        settings.size = 90 - percent(min(left, 31))
    }

    private func append(_ cells: [Cell?], _ columns: Range<Int>, to nodes: inout [CueNode], _ text: inout String) {
        var run = ""
        var pen = cells[columns.lowerBound]?.pen ?? CEA608Pen()
        for column in columns {
            let next = cells[column]?.pen ?? pen
            if next != pen {
                append(run, pen, to: &nodes, &text)
                (run, pen) = ("", next)
            }
            run.unicodeScalars.append(cells[column]?.scalar ?? " ")
        }
        append(run, pen, to: &nodes, &text)
    }

    private func append(_ run: String, _ pen: CEA608Pen, to nodes: inout [CueNode], _ text: inout String) {
        text += run
        var style: [Declaration] = []
        if let color = pen.color, color != .white { style.append(Declaration("color", color.rawValue)) }
        if let background = pen.background { style.append(Declaration("background-color", background)) }
        nodes.append(run: run, isItalic: pen.isItalic, isUnderlined: pen.isUnderlined, style: style)
    }
}
