// SPDX-License-Identifier: Apache-2.0

/// How large a card of a feed is, in logical pixels (`spec/feed.md` 1.3).
struct CardSize: Equatable {
    /// Width over height of a card where nobody says otherwise.
    static let aspect = 4.0 / 6.0

    let width: Double
    let height: Double

    /// A card of a grid: the columns share the width that insets and the space between them leave.
    static func inGrid(of columns: Int, width: Double, insets: Double, spacing: Double) -> CardSize {
        let count = Double(max(1, columns))
        let room = max(0, width - 2 * insets - (count - 1) * spacing)
        return CardSize(width: room / count, height: room / count / aspect)
    }

    /// A card of a row, as high as the row.
    static func inRow(height: Double, insets: Double) -> CardSize {
        let height = max(0, height - 2 * insets)
        return CardSize(width: height * aspect, height: height)
    }
}
