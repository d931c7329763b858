// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// A store from which media is served.
public protocol MediaStore: Sendable {
    /// - Parameter key: components separated by slashes, none of which begins with a dot.
    /// - Returns: nil if there is no file for this key.
    func open(_ key: String) async throws -> (any MediaFile)?
    /// A URL at which anybody can fetch it for some seconds without this service; nil if there is none.
    func address(of key: String, seconds: Int) -> String?
}

extension MediaStore {
    public func address(of key: String, seconds: Int) -> String? { nil }
}

/// A media file opened for reading. Its content doesn't change while it is open.
public protocol MediaFile: Sendable {
    /// In bytes.
    var length: Int { get }
    /// Changes whenever the content does.
    var version: String { get }
    /// - Returns: a non-empty prefix of the range; empty only at its end.
    func read(_ range: Range<Int>) async throws -> ByteBuffer
}
