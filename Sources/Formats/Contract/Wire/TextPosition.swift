// SPDX-License-Identifier: Apache-2.0

/// A place in a text as people count it, such as where an expression is wrong.
public struct TextPosition: Hashable, Sendable {
    /// From 1; one more than there are at the end.
    public let character: Int
    public let before: String
    /// What stands there; nil at the end.
    public let mark: String?
    public let rest: String

    /// - Parameter byte: of UTF-8, from 0.
    /// - Returns: nil where the text has no such byte, nor ends there.
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
    /// Where a text is wrong that was sent in the field that the error names.
    public func place(in text: String) -> TextPosition? { error.offset.flatMap { TextPosition(byte: $0, in: text) } }
}
