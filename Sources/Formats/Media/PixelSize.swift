// SPDX-License-Identifier: Apache-2.0

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels.
    public var area: Int { width * height }
}
