// SPDX-License-Identifier: Apache-2.0

extension CEA708Window {
    /// Whether the next character would take the place of another one.
    var overwrites: Bool { cell(row, column) != nil }

    /// Whether the next character is the one with which a line is full.
    var needsWrap: Bool {
        wrapsWords && (print.isVertical ? !(0..<place.rows).contains(row) : !(0..<writableColumns).contains(column))
    }

    mutating func put(_ scalar: Unicode.Scalar) {
        guard pen.isShown else { return }
        if needsWrap {
            // The space between two lines is the line's end.
            if scalar == " " { return carriageReturn() }
            wrap()
        }
        // Without wrapping, what is beyond the window is lost.
        guard row >= 0, column >= 0, row < place.rows, column < writableColumns else { return }
        set(Cell(scalar: scalar, pen: pen), row, column)
        advance(by: 1)
    }

    mutating func backspace() {
        advance(by: -1)
        row = min(max(row, 0), place.rows - 1)
        column = min(max(column, 0), writableColumns - 1)
        set(nil, row, column)
    }

    private mutating func advance(by step: Int) {
        switch print {
        case .leftToRight: column += step
        case .rightToLeft: column -= step
        case .topToBottom: row += step
        case .bottomToTop: row -= step
        }
    }

    /// Where a line begins.
    mutating func beginLine() {
        switch print {
        case .leftToRight: column = 0
        case .rightToLeft: column = place.columns - 1
        case .topToBottom: row = 0
        case .bottomToTop: row = place.rows - 1
        }
    }

    /// Where the first line begins.
    mutating func home() {
        (row, column) = (0, 0)
        // New lines come in where the text moves away from.
        if print.isVertical {
            column = scroll == .leftToRight ? place.columns - 1 : 0
        } else {
            row = scroll == .topToBottom ? place.rows - 1 : 0
        }
        beginLine()
    }

    mutating func clearLine() {
        if print.isVertical {
            for row in 0..<place.rows { set(nil, row, column) }
        } else if cells.indices.contains(row) {
            for column in cells[row].indices { set(nil, row, column) }
        }
        beginLine()
    }

    /// To the next line; the window's text moves when there is none (CTA-708-E 7.1.4.1).
    mutating func carriageReturn() {
        if print.isVertical {
            if scroll == .leftToRight {
                column -= 1
                if column < 0 { moveColumns(by: 1) }
            } else {
                column += 1
                if column >= place.columns { moveColumns(by: -1) }
            }
            column = min(max(column, 0), place.columns - 1)
        } else {
            if scroll == .topToBottom {
                row -= 1
                if row < 0 { moveRows(by: 1) }
            } else {
                row += 1
                if row >= place.rows { moveRows(by: -1) }
            }
            row = min(max(row, 0), place.rows - 1)
        }
        beginLine()
    }

    private mutating func moveRows(by step: Int) {
        let old = self
        for row in 0..<place.rows {
            for column in 0..<Self.mostColumns where old.cell(row, column) != nil || old.cell(row - step, column) != nil {
                set((0..<place.rows).contains(row - step) ? old.cell(row - step, column) : nil, row, column)
            }
        }
    }

    private mutating func moveColumns(by step: Int) {
        let old = self
        for row in 0..<place.rows {
            for column in 0..<place.columns where old.cell(row, column) != nil || old.cell(row, column - step) != nil {
                set((0..<place.columns).contains(column - step) ? old.cell(row, column - step) : nil, row, column)
            }
        }
    }

    /// The word that doesn't fit goes to the next line, if it isn't longer than one.
    private mutating func wrap() {
        guard print == .leftToRight else { return carriageReturn() }
        let line = (0..<writableColumns).map { cell(row, $0) }
        let space = line.lastIndex { $0?.scalar == " " } ?? -1
        guard space >= 0 else { return carriageReturn() }
        let word = line[(space + 1)...].compactMap { $0 }
        for column in space..<writableColumns { set(nil, row, column) }
        carriageReturn()
        for cell in word {
            set(cell, row, column)
            column += 1
        }
    }
}
