// SPDX-License-Identifier: Apache-2.0

/// Parses fields with a client's preferences, such as `Accept-Language` (RFC 9110 12.4.2, 12.5).
public enum AcceptField {
    /// Entries beyond this are ignored.
    private static let maximumEntries = 32

    /// The entries in lower case and in order, with their weights; 0 means not acceptable. Invalid weights count as 0.
    public static func entries(_ field: String) -> [(name: String, weight: Double)] {
        field.split(separator: ",").prefix(maximumEntries).compactMap { entry in
            let words = entry.split(separator: ";").map(plain)
            guard let name = words.first else { return nil }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (name, weight)
        }
    }

    /// ASCII lower case, without spaces.
    private static func plain(_ word: Substring) -> String {
        String(decoding: word.utf8.filter { $0 > 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
