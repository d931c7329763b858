// SPDX-License-Identifier: Apache-2.0

extension CEA708Window {
    /// Whether the next character would overwrite an existing one.
    var overwrites: Bool { cell(row, column) != nil }

    /// Whether the current line is full and the next character needs a new line.
    var needsWrap: Bool {
        wrapsWords && (print.isVertical ? !(0..<geometry.rows).contains(row) : !(0..<writableColumns).contains(column))
    }

    mutating func put(_ scalar: Unicode.Scalar) {
        guard pen.isShown else { return }
        if needsWrap {
            // A line break replaces the space between two lines.
            if scalar == " " { return carriageReturn() }
            wrap()
        }
        // Without wrapping, text beyond the window is lost.
        guard row >= 0, column >= 0, row < geometry.rows, column < writableColumns else { return }
        set(Cell(scalar: scalar, pen: pen), row, column)
        advance(by: 1)
    }

    mutating func backspace() {
        advance(by: -1)
        row = min(max(row, 0), geometry.rows - 1)
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

    /// Moves to the start of the current line.
    mutating func beginLine() {
        switch print {
        case .leftToRight: column = 0
        case .rightToLeft: column = geometry.columns - 1
        case .topToBottom: row = 0
        case .bottomToTop: row = geometry.rows - 1
        }
    }

    /// Moves to the start of the first line.
    mutating func home() {
        (row, column) = (0, 0)
        // New lines enter at the side that the text scrolls away from.
        if print.isVertical {
            column = scroll == .leftToRight ? geometry.columns - 1 : 0
        } else {
            row = scroll == .topToBottom ? geometry.rows - 1 : 0
        }
        beginLine()
    }

    mutating func clearLine() {
        if print.isVertical {
            for row in 0..<geometry.rows { set(nil, row, column) }
        } else if cells.indices.contains(row) {
            for column in cells[row].indices { set(nil, row, column) }
        }
        beginLine()
    }

    /// Moves to the next line, and scrolls the window's text after the last one (CTA-708-E 7.1.4.1).
    mutating func carriageReturn() {
        if print.isVertical {
            if scroll == .leftToRight {
                column -= 1
                if column < 0 { moveColumns(by: 1) }
            } else {
                column += 1
                if column >= geometry.columns { moveColumns(by: -1) }
            }
            column = min(max(column, 0), geometry.columns - 1)
        } else {
            if scroll == .topToBottom {
                row -= 1
                if row < 0 { moveRows(by: 1) }
            } else {
                row += 1
                if row >= geometry.rows { moveRows(by: -1) }
            }
            row = min(max(row, 0), geometry.rows - 1)
        }
        beginLine()
    }

    private mutating func moveRows(by step: Int) {
        let old = self
        for row in 0..<geometry.rows {
            for column in 0..<Self.maxColumns where old.cell(row, column) != nil || old.cell(row - step, column) != nil {
                set((0..<geometry.rows).contains(row - step) ? old.cell(row - step, column) : nil, row, column)
            }
        }
    }

    private mutating func moveColumns(by step: Int) {
        let old = self
        for row in 0..<geometry.rows {
            for column in 0..<geometry.columns where old.cell(row, column) != nil || old.cell(row, column - step) != nil {
                set((0..<geometry.columns).contains(column - step) ? old.cell(row, column - step) : nil, row, column)
            }
        }
    }

    /// Moves a word that doesn't fit to the next line, unless it is longer than a line.
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
