// SPDX-License-Identifier: Apache-2.0

/// The layout of a feed. A value: changes take effect when it is assigned.
public struct FeedLayout: Hashable, Sendable {
    /// How items are arranged.
    public enum Arrangement: Hashable, Sendable {
        /// One row that fills the height and scrolls horizontally; the only arrangement allowed inside lists.
        case horizontal
        /// Columns that scroll vertically.
        case grid(columns: Int)
    }

    /// How items are arranged; given at creation.
    public private(set) var arrangement: Arrangement
    /// Points between items; negative values count as zero.
    public var itemSpacing = 10.0 { didSet { itemSpacing = Self.distance(itemSpacing) } }
    /// Points around all items; 10 on each side by default.
    public var contentInsets = FeedInsets(all: 10)
    /// Width divided by height of an item.
    public var itemAspectRatio = 4.0 / 6 { didSet { if !(itemAspectRatio > 0 && itemAspectRatio.isFinite) { itemAspectRatio = oldValue } } }

    private init(_ arrangement: Arrangement) { self.arrangement = arrangement }

    /// One row that scrolls horizontally.
    public static let horizontal = FeedLayout(.horizontal)
    /// A single column.
    public static let vertical = FeedLayout.grid(columns: 1)

    /// - Parameter columns: values below 1 count as 1.
    public static func grid(columns: Int = 2) -> FeedLayout { FeedLayout(.grid(columns: max(1, columns))) }

    /// Whether the layout can be used inside a list, which scrolls vertically itself.
    public var mayLieInLists: Bool { arrangement == .horizontal }
    /// Whether the layout keeps clear of the edges of the screen.
    public var followsSafeArea: Bool { arrangement != .horizontal }

    /// The size of an item in points, for an available area.
    /// - Parameters:
    ///   - width: available width.
    ///   - height: available height; ignored by grids.
    public func itemSize(width: Double, height: Double) -> (width: Double, height: Double) {
        switch arrangement {
        case .horizontal:
            let height = max(0, height - contentInsets.top - contentInsets.bottom)
            return (height * itemAspectRatio, height)
        case .grid(let columns):
            let spacing = itemSpacing * Double(columns - 1)
            let width = max(0, (width - contentInsets.leading - contentInsets.trailing - spacing) / Double(columns))
            return (width, width / itemAspectRatio)
        }
    }

    /// The height in points of some rows of a grid, including spacing and insets; nil for a horizontal row.
    public func height(rows: Int, width: Double) -> Double? {
        guard case .grid = arrangement else { return nil }
        let rows = max(0, rows)
        let items = itemSize(width: width, height: 0).height * Double(rows)
        return contentInsets.top + contentInsets.bottom + items + itemSpacing * Double(max(0, rows - 1))
    }

    private static func distance(_ value: Double) -> Double { value.isFinite ? max(0, value) : 0 }
}
