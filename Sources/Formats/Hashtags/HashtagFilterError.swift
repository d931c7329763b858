// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a hashtag expression, with its position.
public struct HashtagFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case syntax, notUTF8, limit }
    private let code: Code
    /// The UTF-8 byte offset, up to the length of the text.
    public let offset: Int
    /// What is wrong, and what would be right.
    public let message: String

    public var description: String { "\(message) (at byte \(offset))" }
    /// Whether the expression is valid but exceeds a limit.
    public var isLimit: Bool { code == .limit }

    static func syntax(_ message: String, at offset: Int) -> Self { Self(code: .syntax, offset: offset, message: message) }
    static func notUTF8(at offset: Int) -> Self { Self(code: .notUTF8, offset: offset, message: "The expression is not UTF-8.") }
    static func limit(_ message: String, at offset: Int) -> Self { Self(code: .limit, offset: offset, message: message) }
}
