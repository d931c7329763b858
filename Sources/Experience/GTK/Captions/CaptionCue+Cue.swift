// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

extension CaptionCue {
    /// What a plain caption can show of a cue: its words, and which of them lean, are bold or underlined.
    /// - Parameter offset: seconds from the clock of the file to the item's timeline.
    init(_ cue: Cue, offset: Double = 0) {
        var runs = CaptionRuns()
        runs.add(cue.tree, CaptionRun("").styled(by: cue.style))
        self.init(TimeRange(start: cue.start.seconds + offset, end: max(cue.start, cue.end).seconds + offset), runs.runs)
    }
}

extension CaptionDocument {
    /// The cues that are ever seen and say something.
    /// - Parameter offset: seconds from the clock of the file to the item's timeline.
    func captions(offset: Double = 0) -> [CaptionCue] {
        cues.lazy.filter { $0.start < $0.end }.map { CaptionCue($0, offset: offset) }.filter { !$0.text.allSatisfy(\.isWhitespace) }
    }
}

private struct CaptionRuns {
    private(set) var runs: [CaptionRun] = []

    mutating func add(_ nodes: [CueNode], _ style: CaptionRun) {
        for node in nodes {
            switch node {
            case .text(let text): add(text, style)
            case .timestamp: break
            case .span(let span):
                var inner = style.styled(by: span.style)
                switch span.kind {
                case .italic: inner.isItalic = true
                case .bold: inner.isBold = true
                case .underline: inner.isUnderlined = true
                default: break
                }
                // Without a line above the line, what explains a word stands behind it.
                if span.kind == .rubyText { add("(", inner) }
                add(span.children, inner)
                if span.kind == .rubyText { add(")", inner) }
            }
        }
    }

    private mutating func add(_ text: String, _ style: CaptionRun) {
        if let last = runs.last, last.looks(as: style) {
            runs[runs.count - 1].text += text
        } else if !text.isEmpty {
            var run = style
            run.text = text
            runs.append(run)
        }
    }
}

extension CaptionRun {
    fileprivate func looks(as other: CaptionRun) -> Bool {
        isItalic == other.isItalic && isBold == other.isBold && isUnderlined == other.isUnderlined
    }

    fileprivate func styled(by declarations: [Declaration]) -> CaptionRun {
        var run = self
        if let slant = declarations["font-style"] { run.isItalic = slant == "italic" || slant == "oblique" }
        if let weight = declarations["font-weight"] { run.isBold = weight == "bold" || (Int(weight) ?? 0) >= 600 }
        if let line = declarations["text-decoration"] { run.isUnderlined = line.contains("underline") }
        return run
    }
}
