// SPDX-License-Identifier: Apache-2.0

/// Why something is no hashtag expression, and where.
public struct HashtagFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case syntax, notUTF8, limit }
    private let code: Code
    /// UTF-8 bytes from the beginning, up to the length of the text.
    public let offset: Int
    /// What is wrong there and what would be right.
    public let message: String

    public var description: String { "\(message) (at byte \(offset))" }
    /// It isn't wrong, only too much.
    public var isLimit: Bool { code == .limit }

    static func syntax(_ message: String, at offset: Int) -> Self { Self(code: .syntax, offset: offset, message: message) }
    static func notUTF8(at offset: Int) -> Self { Self(code: .notUTF8, offset: offset, message: "The expression is not UTF-8.") }
    static func limit(_ message: String, at offset: Int) -> Self { Self(code: .limit, offset: offset, message: message) }
}
