// SPDX-License-Identifier: Apache-2.0

/// The size of a feed card in logical pixels (`spec/feed.md` 1.3).
struct CardSize: Equatable {
    /// Default width divided by height of a card.
    static let aspect = 4.0 / 6.0

    let width: Double
    let height: Double

    /// A card in a grid: the columns share the width that remains after insets and spacing.
    static func inGrid(of columns: Int, width: Double, insets: Double, spacing: Double) -> CardSize {
        let count = Double(max(1, columns))
        let available = max(0, width - 2 * insets - (count - 1) * spacing)
        return CardSize(width: available / count, height: available / count / aspect)
    }

    /// A card in a row, as high as the row.
    static func inRow(height: Double, insets: Double) -> CardSize {
        let height = max(0, height - 2 * insets)
        return CardSize(width: height * aspect, height: height)
    }
}
