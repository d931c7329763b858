// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

extension OpaqueID {
    /// An id that nobody guesses: 95.9 bits from the system's generator. It begins with a letter or a digit, so that no command takes
    /// it for an option and no spreadsheet for a formula.
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let (front, back) = (generator.next(), generator.next())
        return String(unsafeUninitializedCapacity: 16) { letters in
            // Of 22 bits the 62nd parts are alike to one in sixty thousand.
            letters[0] = Self.letters[Int((back >> 42) * 62 >> 22)]
            for index in 0..<8 { letters[1 + index] = Self.letters[Int(front >> (6 * index) & 63)] }
            for index in 0..<7 { letters[9 + index] = Self.letters[Int(back >> (6 * index) & 63)] }
            return 16
        }
    }

    /// Of Base64 in addresses (RFC 4648 5): the two that are neither letters nor digits come last.
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
