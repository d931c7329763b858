// SPDX-License-Identifier: Apache-2.0

/// How a view relates to its window.
public struct LayoutInfo: Hashable, Sendable {
    /// It covers all of its window.
    public var isOverCurrentContext: Bool
    /// It covers all of a window that is full screen.
    public var isFullScreen: Bool

    public init(isOverCurrentContext: Bool = false, isFullScreen: Bool = false) {
        self.isOverCurrentContext = isOverCurrentContext
        self.isFullScreen = isFullScreen
    }

    /// For a view outside a window.
    public static let none = LayoutInfo()
}

/// The orientations of a view.
public struct ViewOrientations: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Taller than wide.
    public static let portrait = ViewOrientations(rawValue: 1)
    /// Wider than tall, or square.
    public static let landscape = ViewOrientations(rawValue: 2)
    /// Any shape.
    public static let all: ViewOrientations = [.portrait, .landscape]

    init(width: Int, height: Int) { self = height > width ? .portrait : .landscape }
}
