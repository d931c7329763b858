// SPDX-License-Identifier: Apache-2.0

/// Character attributes.
struct CEA608Pen: Hashable, Sendable {
    /// nil is white, the default.
    var color: CEA608Color?
    var isItalic = false
    var isUnderlined = false
    var background: String?
}

enum CEA608Color: String, Hashable, Sendable, CaseIterable {
    case white = "#ffffff"
    case green = "#00ff00"
    case blue = "#0000ff"
    case cyan = "#00ffff"
    case red = "#ff0000"
    case yellow = "#ffff00"
    case magenta = "#ff00ff"
    /// Not one of the numbered colour codes.
    case black = "#000000"
}

/// A caption memory of fifteen rows.
struct CEA608Screen: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        var scalar: Unicode.Scalar
        var pen: CEA608Pen
    }

    /// A decoder has 32 columns; the extra columns keep text from authors who write more.
    static let columns = 64

    private(set) var rows = [[Cell?]](repeating: [], count: 15)

    var isEmpty: Bool { rows.allSatisfy { row in row.allSatisfy { $0 == nil } } }

    mutating func put(_ cell: Cell?, row: Int, column: Int) {
        guard rows.indices.contains(row), column >= 0, column < Self.columns else { return }
        while rows[row].count <= column { rows[row].append(nil) }
        rows[row][column] = cell
    }

    mutating func erase(row: Int, from column: Int = 0) {
        guard rows.indices.contains(row), rows[row].count > column else { return }
        rows[row].removeSubrange(column...)
    }

    /// Scrolls the rows of a window up by one and empties its last row. Rows outside the window are erased.
    mutating func roll(base: Int, count: Int) {
        for row in rows.indices {
            if row <= base - count || row > base || row == base {
                if row != base { rows[row] = [] }
            } else {
                rows[row] = rows[row + 1]
            }
        }
        rows[base] = []
    }

    /// Erases the rows outside a window.
    mutating func keep(base: Int, count: Int) {
        for row in rows.indices where row <= base - count || row > base { rows[row] = [] }
    }

    /// Moves a window to another base row (47 CFR 15.119 (f)(1)(ii)).
    mutating func move(from old: Int, to new: Int, count: Int) {
        guard old != new else { return }
        var moved = [[Cell?]](repeating: [], count: 15)
        for offset in 0..<count where old - offset >= 0 && new - offset >= 0 { moved[new - offset] = rows[old - offset] }
        rows = moved
    }
}
