// SPDX-License-Identifier: Apache-2.0

/// A position in a text, for showing where it is invalid.
public struct TextPosition: Hashable, Sendable {
    /// The character number from 1; at the end, the number of characters plus one.
    public let character: Int
    /// All text before the position.
    public let before: String
    /// The character at the position; nil at the end.
    public let mark: String?
    /// All text after ``mark``.
    public let rest: String

    /// - Parameter byte: The UTF-8 byte offset, from 0.
    /// - Returns: nil if the offset is beyond the end of the text.
    public init?(byte: Int, in text: String) {
        let bytes = Array(text.utf8)
        guard (0...bytes.count).contains(byte) else { return nil }
        before = String(decoding: bytes[..<byte], as: UTF8.self)
        let behind = String(decoding: bytes[byte...], as: UTF8.self)
        mark = behind.first.map { String($0) }
        rest = String(behind.dropFirst())
        character = before.count + 1
    }
}

extension APIError {
    /// The position of the error in the text of the field that the error names.
    public func position(in text: String) -> TextPosition? { error.offset.flatMap { TextPosition(byte: $0, in: text) } }
}
