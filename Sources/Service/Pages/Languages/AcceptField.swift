// SPDX-License-Identifier: Apache-2.0

/// A field in which a client says what it can read, and how much it wants it, such as `Accept-Language` (RFC 9110 12.4.2, 12.5).
public enum AcceptField {
    /// No client names more than this.
    private static let most = 32

    /// What is named, in lower case, in its order, each with its weight: 0 refuses it. A weight that can't be read counts as 0.
    public static func entries(_ field: String) -> [(name: String, weight: Double)] {
        field.split(separator: ",").prefix(most).compactMap { entry in
            let words = entry.split(separator: ";").map(plain)
            guard let name = words.first else { return nil }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (name, weight)
        }
    }

    /// Without spaces, in lower case: what fields are made of is ASCII.
    private static func plain(_ word: Substring) -> String {
        String(decoding: word.utf8.filter { $0 > 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
