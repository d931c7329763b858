// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One caption channel of CEA-608: its two memories and what is shown of them.
struct CEA608Channel: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case none, popOn, paintOn
        case rollUp(Int)
    }

    private(set) var mode = Mode.none
    /// Whether what comes now is of the channel's text service, which is no caption.
    private var isText = false
    private var displayed = CEA608Screen()
    private var hidden = CEA608Screen()
    private var row = 14
    private var column = 0
    private var pen = CEA608Pen()
    /// Since when what is displayed has been there.
    private var since: MediaTime?
    /// When a character was last painted.
    private var painted: MediaTime?

    /// Letters follow each other by frames; what comes later than this is seen to come.
    private static let pause = MediaTime(value: 1, timescale: 2)

    private var isRollUp: Bool { if case .rollUp = mode { true } else { false } }

    /// Ends what is shown; it goes on from here as it will be then.
    private mutating func flush(at time: MediaTime) -> [Cue] {
        defer { since = nil }
        guard let since, since < time else { return [] }
        return displayed.cues(start: since, end: time)
    }

    private mutating func show(at time: MediaTime) { since = displayed.isEmpty ? nil : time }

    mutating func finish(at time: MediaTime) -> [Cue] { flush(at: time) }

    /// What is displayed is seen again from a time on, and was not before.
    mutating func goOn(at time: MediaTime) { if since != nil { since = time } }

    /// What is seen now.
    func shown(at time: MediaTime) -> [Cue] { since.map { $0 <= time ? displayed.cues(start: $0, end: time) : [] } ?? [] }

    // MARK: Characters

    /// Before characters change: ends what was painted before a pause, for it was read without them, or until they took its place.
    mutating func paint(at time: MediaTime) -> [Cue] {
        guard mode == .paintOn, !isText else { return [] }
        defer { painted = time }
        guard let painted, time - painted >= Self.pause else { return [] }
        let cues = flush(at: time)
        show(at: time)
        return cues
    }

    mutating func put(_ scalar: Unicode.Scalar, at time: MediaTime) {
        guard mode != .none, !isText else { return }
        if mode == .popOn {
            hidden.put(.init(scalar: scalar, pen: pen), row: row, column: column)
        } else {
            displayed.put(.init(scalar: scalar, pen: pen), row: row, column: column)
            if since == nil { since = time }
        }
        column = min(column + 1, CEA608Screen.columns - 1)
    }

    /// Extended characters stand in place of the one sent before them for older decoders (CTA-608-E 4.2). That is never an extended
    /// one itself: where two follow each other, the author left out what older decoders would need.
    mutating func putExtended(_ scalar: Unicode.Scalar, at time: MediaTime) {
        guard !isText else { return }
        let screen = mode == .popOn ? hidden : displayed
        let before = column > 0 ? screen.rows[row].indices.contains(column - 1) ? screen.rows[row][column - 1]?.scalar : nil : nil
        if let before, !CEA608Characters.isExtended(before) { column -= 1 }
        put(scalar, at: time)
    }

    mutating func backspace() {
        guard !isText else { return }
        column = max(0, column - 1)
        if mode == .popOn { hidden.put(nil, row: row, column: column) } else { displayed.put(nil, row: row, column: column) }
    }

    mutating func tab(_ count: Int) { if !isText { column = max(column, min(column + count, 31)) } }

    mutating func deleteToEndOfRow() {
        guard !isText else { return }
        if mode == .popOn { hidden.erase(row: row, from: column) } else { displayed.erase(row: row, from: column) }
    }

    // MARK: Looks

    mutating func midRow(color: CEA608Color?, isItalic: Bool, isUnderlined: Bool, at time: MediaTime) {
        guard !isText else { return }
        // It takes a column itself, which is a space in the look before it.
        put(" ", at: time)
        if let color { pen.color = color }
        pen.isItalic = isItalic
        pen.isUnderlined = isUnderlined
    }

    mutating func background(_ color: String?) { if !isText { pen.background = color } }

    /// Unlike a mid-row code, it takes no column.
    mutating func blackForeground(isUnderlined: Bool) {
        guard !isText else { return }
        pen.color = .black
        pen.isUnderlined = isUnderlined
    }

    mutating func preamble(row: Int, indent: Int?, color: CEA608Color, isItalic: Bool, isUnderlined: Bool, at time: MediaTime) -> [Cue] {
        guard !isText else { return [] }
        var cues: [Cue] = []
        if case .rollUp(let count) = mode {
            // The window must fit above its base.
            let base = max(row, count - 1)
            if base != self.row {
                if !displayed.isEmpty { cues = flush(at: time) }
                displayed.move(from: self.row, to: base, count: count)
                show(at: time)
            }
            self.row = base
        } else {
            self.row = row
        }
        column = indent ?? 0
        pen = CEA608Pen(color: color, isItalic: isItalic, isUnderlined: isUnderlined)
        return cues
    }

    // MARK: Modes

    mutating func popOn() { (mode, isText) = (.popOn, false) }

    mutating func paintOn(at time: MediaTime) -> [Cue] {
        isText = false
        let cues = flush(at: time)
        mode = .paintOn
        painted = time
        show(at: time)
        return cues
    }

    mutating func rollUp(_ count: Int, at time: MediaTime) -> [Cue] {
        isText = false
        var cues: [Cue] = []
        if !isRollUp {
            cues = flush(at: time)
            displayed = CEA608Screen()
            hidden = CEA608Screen()
            (row, column) = (14, 0)
            pen = CEA608Pen()
        } else if case .rollUp(let old) = mode, count < old {
            cues = flush(at: time)
            displayed.keep(base: row, count: count)
            show(at: time)
        }
        mode = .rollUp(count)
        return cues
    }

    /// Text service follows; the captions stay as they are (47 CFR 15.119 (e)).
    mutating func text() { isText = true }

    mutating func carriageReturn(at time: MediaTime) -> [Cue] {
        guard case .rollUp(let count) = mode, !isText else { return [] }
        let cues = flush(at: time)
        displayed.roll(base: row, count: count)
        column = 0
        show(at: time)
        return cues
    }

    mutating func eraseDisplayed(at time: MediaTime) -> [Cue] {
        let cues = flush(at: time)
        displayed = CEA608Screen()
        return cues
    }

    mutating func eraseHidden() { hidden = CEA608Screen() }

    mutating func endOfCaption(at time: MediaTime) -> [Cue] {
        let cues = flush(at: time)
        (mode, isText) = (.popOn, false)
        swap(&displayed, &hidden)
        show(at: time)
        return cues
    }
}
