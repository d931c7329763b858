// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One CEA-608 caption channel: its displayed and non-displayed memories and its pen state.
struct CEA608Channel: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case none, popOn, paintOn
        case rollUp(Int)
    }

    private(set) var mode = Mode.none
    /// Whether the channel is in text mode. Text-mode characters are not captions.
    private var isText = false
    private var displayed = CEA608Screen()
    private var hidden = CEA608Screen()
    private var row = 14
    private var column = 0
    private var pen = CEA608Pen()
    /// When the displayed memory last became visible or changed; nil while it is empty.
    private var since: MediaTime?
    /// When a character was last painted.
    private var painted: MediaTime?

    /// Characters arrive a frame apart; a gap longer than this is a visible pause.
    private static let pause = MediaTime(value: 1, timescale: 2)

    private var isRollUp: Bool { if case .rollUp = mode { true } else { false } }

    /// Emits the displayed memory as cues ending at `time` and stops its display interval.
    private mutating func flush(at time: MediaTime) -> [Cue] {
        defer { since = nil }
        guard let since, since < time else { return [] }
        return displayed.cues(start: since, end: time)
    }

    private mutating func show(at time: MediaTime) { since = displayed.isEmpty ? nil : time }

    mutating func finish(at time: MediaTime) -> [Cue] { flush(at: time) }

    /// Restarts the display interval at `time`, after a gap in which nothing was shown.
    mutating func proceed(at time: MediaTime) { if since != nil { since = time } }

    /// The cues on screen at `time`.
    func shown(at time: MediaTime) -> [Cue] { since.map { $0 <= time ? displayed.cues(start: $0, end: time) : [] } ?? [] }

    // MARK: Characters

    /// Called before characters change. Ends the cue painted before a pause, since viewers read it without the new text.
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

    /// Extended characters replace the preceding basic character, which is sent for older decoders (CTA-608-E 4.2). The preceding
    /// character is never an extended one: when two extended characters are adjacent, the author left out the fallback.
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

    // MARK: Character attributes

    mutating func midRow(color: CEA608Color?, isItalic: Bool, isUnderlined: Bool, at time: MediaTime) {
        guard !isText else { return }
        // The code occupies a column: a space drawn with the previous attributes.
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
            // The window must fit above its base row.
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

    /// Switches to text mode; displayed captions stay as they are (47 CFR 15.119 (e)).
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
