// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Where media lie.
public protocol MediaStore: Sendable {
    /// - Parameter key: words separated by slashes, none of which begins with a point.
    /// - Returns: nil when there is nothing of this key.
    func open(_ key: String) async throws -> (any MediaFile)?
    /// Where anybody can fetch it for some seconds without asking this service again; nil where that can't be.
    func address(of key: String, seconds: Int) -> String?
}

extension MediaStore {
    public func address(of key: String, seconds: Int) -> String? { nil }
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
