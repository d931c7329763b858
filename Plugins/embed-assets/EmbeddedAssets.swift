// SPDX-License-Identifier: Apache-2.0

/// Text files as the source of a Swift type, `EmbeddedAssets.files`.
///
/// String literals compile in a fraction of a second; the same bytes as an array take longer than the rest of the target.
struct EmbeddedAssets {
    /// Sorted by name.
    private var files: [(name: String, text: String)] = []

    /// - Parameter path: the file's path, for messages; its last component is the asset's name.
    /// - Throws: an `EmbeddingError` if a string literal can't hold these bytes unchanged, or if the name is taken.
    mutating func add(_ path: String, _ bytes: [UInt8]) throws(EmbeddingError) {
        let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        guard !files.contains(where: { $0.name == name }) else {
            throw EmbeddingError(path: path, cause: "another asset has the same name", remedy: "rename one of them")
        }
        let line = bytes.prefix { $0 != 0x0D && $0 != 0 }.count { $0 == 0x0A } + 1
        guard !bytes.contains(0x0D) else {
            throw EmbeddingError(path: "\(path):\(line)", cause: "a carriage return", remedy: "save it with line feeds alone")
        }
        guard !bytes.contains(0) else { throw EmbeddingError(path: "\(path):\(line)", cause: "a NUL byte", remedy: "save it as text") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw EmbeddingError(path: path, cause: "it is not UTF-8", remedy: "save it in UTF-8")
        }
        files.append((name, text))
        files.sort { $0.name < $1.name }
    }

    var source: String {
        let entries = files.map { "        (\"\($0.name)\", \(Self.literal($0.text))),\n" }.joined()
        return """
            // Made by embed-assets at build time.

            enum EmbeddedAssets {
                /// Names and contents, sorted by name.
                static let files: [(name: String, text: String)] = [
            \(entries)    ]
            }

            """
    }

    /// A multi-line raw literal with one `#` more than any run of them in the text, so that the text neither ends nor escapes it.
    private static func literal(_ text: String) -> String {
        var (longest, run) = (0, 0)
        for character in text.utf8 {
            run = character == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        let marks = String(repeating: "#", count: longest + 1)
        return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
    }
}

/// Why a file can't be embedded.
struct EmbeddingError: Error, Equatable, CustomStringConvertible {
    var path: String
    var cause: String
    var remedy: String

    var description: String { "\(path): error: \(cause); \(remedy)" }
}
