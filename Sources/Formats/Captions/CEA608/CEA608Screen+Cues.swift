// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CEA608Screen {
    /// The cues that show this memory: one for each group of rows without a gap, placed in the safe area (80 % of the picture).
    func cues(start: MediaTime, end: MediaTime) -> [Cue] {
        var cues: [Cue] = []
        var group: [Int] = []
        for row in 0...rows.count {
            if row < rows.count, rows[row].contains(where: { $0.map { $0.scalar != " " } ?? false }) {
                group.append(row)
            } else if !group.isEmpty {
                cues.append(cue(of: group, start, end))
                group = []
            }
        }
        return cues
    }

    private func cue(of group: [Int], _ start: MediaTime, _ end: MediaTime) -> Cue {
        var nodes: [CueNode] = []
        var text = ""
        var left = Self.columns
        for row in group {
            let cells = rows[row]
            guard let first = cells.firstIndex(where: { $0.map { $0.scalar != " " } ?? false }),
                let last = cells.lastIndex(where: { $0.map { $0.scalar != " " } ?? false })
            else { continue }
            left = min(left, first)
            if row != group[0] { append("\n", CEA608Pen(), to: &nodes, &text) }
            var run = ""
            var pen = cells[first]?.pen ?? CEA608Pen()
            for column in first...last {
                let cell = cells[column]
                let next = cell?.pen ?? pen
                if next != pen {
                    append(run, pen, to: &nodes, &text)
                    run = ""
                    pen = next
                }
                run.unicodeScalars.append(cell?.scalar ?? " ")
            }
            append(run, pen, to: &nodes, &text)
        }
        var settings = CueSettings(alignment: .left)
        settings.snapToLines = false
        settings.line = 10 + Double(group[0]) * 80 / 15
        settings.position = 10 + Double(min(left, 31)) * 2.5
        settings.positionAlignment = .lineLeft
        settings.size = 90 - (settings.position ?? 10)
        return Cue(start: start, end: end, settings: settings, text: text, tree: nodes)
    }

    private func append(_ run: String, _ pen: CEA608Pen, to nodes: inout [CueNode], _ text: inout String) {
        guard !run.isEmpty else { return }
        text += run
        var node = CueNode.text(run)
        if pen.isUnderlined { node = .span(CueSpan(kind: .underline, children: [node])) }
        if pen.isItalic { node = .span(CueSpan(kind: .italic, children: [node])) }
        var style: [Declaration] = []
        if let color = pen.color, color != .white { style.append(Declaration("color", color.rawValue)) }
        if let background = pen.background { style.append(Declaration("background-color", background)) }
        if !style.isEmpty { node = .span(CueSpan(kind: .class, style: style, children: [node])) }
        // Lines in one look are one text.
        if case .text(let part) = node, case .text(let last)? = nodes.last {
            nodes[nodes.count - 1] = .text(last + part)
        } else {
            nodes.append(node)
        }
    }
}
