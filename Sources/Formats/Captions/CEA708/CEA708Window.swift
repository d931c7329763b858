// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A window of a service: its position, style and text (CTA-708-E 8.4).
struct CEA708Window: Hashable, Sendable {
    enum Direction: UInt8, Hashable, Sendable {
        case leftToRight, rightToLeft, topToBottom, bottomToTop

        var isVertical: Bool { self == .topToBottom || self == .bottomToTop }
    }

    enum Justification: UInt8, Hashable, Sendable { case left, right, center, full }

    struct Cell: Hashable, Sendable {
        var scalar: Unicode.Scalar
        var pen: CEA708Pen
    }

    /// The maximum window size.
    static let maxRows = 15
    static let maxColumns = 42

    var geometry = CEA708WindowGeometry()
    var isVisible = false
    var fill = CEA708Color.black
    var border: UInt8 = 0
    var borderColor = CEA708Color.black
    var wrapsWords = false
    var print = Direction.leftToRight
    var scroll = Direction.bottomToTop
    var justification = Justification.left
    var pen = CEA708Pen()
    /// The position of the next character.
    var row = 0
    var column = 0
    /// When the visible content last changed; nil while nothing is visible.
    var since: MediaTime?

    /// Rows of columns. A row is as long as the text written in it.
    private(set) var cells: [[Cell?]] = [[Cell?]](repeating: [], count: maxRows)

    var isEmpty: Bool { cells.allSatisfy { row in row.allSatisfy { $0 == nil } } }

    /// The number of writable columns. When columns are not locked, a decoder may show more (CTA-708-E 8.4.7).
    var writableColumns: Int { geometry.isColumnLocked || print.isVertical ? geometry.columns : max(geometry.columns, Self.maxColumns) }

    func cell(_ row: Int, _ column: Int) -> Cell? {
        cells.indices.contains(row) && cells[row].indices.contains(column) ? cells[row][column] : nil
    }

    mutating func set(_ cell: Cell?, _ row: Int, _ column: Int) {
        guard cells.indices.contains(row), (0..<Self.maxColumns).contains(column) else { return }
        while cells[row].count <= column { cells[row].append(nil) }
        cells[row][column] = cell
    }

    mutating func clear() { cells = [[Cell?]](repeating: [], count: Self.maxRows) }

    /// Applies a predefined window style (CTA-708-E table 26). Unknown values select the first style.
    mutating func apply(style: UInt8) {
        (fill, border, borderColor) = (.black, 0, .black)
        (justification, print, scroll, wrapsWords) = (.left, .leftToRight, .bottomToTop, false)
        switch style {
        case 2: fill = .clear
        case 3: justification = .center
        case 4: wrapsWords = true
        case 5: (fill, wrapsWords) = (.clear, true)
        case 6: (justification, wrapsWords) = (.center, true)
        case 7: (print, scroll) = (.topToBottom, .rightToLeft)
        default: break
        }
    }

    /// SetWindowAttributes (CTA-708-E 8.10.5.8). Display effects are left to the renderer.
    mutating func setAttributes(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 4 else { return }
        fill = CEA708Color(bytes[0])
        borderColor = CEA708Color(bytes[1] & 0x3F)
        border = bytes[1] >> 6 | bytes[2] >> 5 & 4
        wrapsWords = bytes[2] & 0x40 != 0
        print = Direction(rawValue: bytes[2] >> 4 & 3) ?? .leftToRight
        scroll = Direction(rawValue: bytes[2] >> 2 & 3) ?? .bottomToTop
        justification = Justification(rawValue: bytes[2] & 3) ?? .left
    }
}

/// A window's position: an anchor point placed in the safe title area, and its size in rows and columns (CTA-708-E 8.4.3 to 8.4.8).
struct CEA708WindowGeometry: Hashable, Sendable {
    var priority: UInt8 = 0
    var isColumnLocked = false
    var isRowLocked = false
    /// Whether the anchor is given in percent.
    var isRelative = false
    var vertical = 0
    var horizontal = 0
    /// 0 (upper left) to 8 (lower right).
    var anchor = 0
    var rows = 1
    var columns = 1

    init() {}

    /// Reads the parameters of DefineWindow, except for its styles.
    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 5 else { return }
        priority = bytes[0] & 7
        isColumnLocked = bytes[0] & 0x08 != 0
        isRowLocked = bytes[0] & 0x10 != 0
        isRelative = bytes[1] & 0x80 != 0
        vertical = Int(bytes[1] & 0x7F)
        horizontal = Int(bytes[2])
        anchor = min(Int(bytes[3] >> 4), 8)
        rows = min(Int(bytes[3] & 0x0F) + 1, CEA708Window.maxRows)
        columns = min(Int(bytes[4] & 0x3F) + 1, CEA708Window.maxColumns)
    }
}
