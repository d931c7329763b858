// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

extension OpaqueID {
    /// A new unguessable id: 95.9 random bits. It begins with a letter or a digit, so that commands don't take
    /// it for an option or spreadsheets for a formula.
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let (front, back) = (generator.next(), generator.next())
        return String(unsafeUninitializedCapacity: 16) { letters in
            // 22 bits scaled to 62 values are uniform to one in sixty thousand.
            letters[0] = Self.letters[Int((back >> 42) * 62 >> 22)]
            for index in 0..<8 { letters[1 + index] = Self.letters[Int(front >> (6 * index) & 63)] }
            for index in 0..<7 { letters[9 + index] = Self.letters[Int(back >> (6 * index) & 63)] }
            return 16
        }
    }

    /// URL-safe Base64 (RFC 4648 5): the two characters that are neither letters nor digits are last.
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
