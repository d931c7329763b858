// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Where media lie.
public protocol MediaStore: Sendable {
    /// - Parameter key: words separated by slashes, none of which begins with a point.
    /// - Returns: nil when there is nothing of this key.
    func open(_ key: String) async throws -> (any MediaFile)?
}

/// Something that can be played, opened for reading: it stays as it is until it is let go of.
public protocol MediaFile: Sendable {
    /// Bytes.
    var length: Int { get }
    /// Changes when the bytes do.
    var version: String { get }
    /// - Returns: some of the bytes of the range, from its beginning on; none only at its end.
    func read(_ range: Range<Int>) async throws -> ByteBuffer
}
