// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Hashes the access codes of streams, so that the database doesn't reveal them: `ROUNDS$SALT$HASH`.
enum AccessCode {
    /// Codes are short, so each guess must be expensive.
    private static let rounds = 20_000

    static func hash(_ code: String) -> String {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        return "\(rounds)$\(salt.base64URL)$\(derived(code, salt, rounds).base64URL)"
    }

    static func matches(_ code: String, _ hash: String) -> Bool {
        let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard code.utf8.count <= 256, parts.count == 3, let rounds = Int(parts[0]), (1...1_000_000).contains(rounds),
            let salt = Data(base64URL: parts[1]), let expected = Data(base64URL: parts[2])
        else { return false }
        let found = derived(code, salt, rounds)
        return found.count == expected.count && zip(found, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// PBKDF2 with HMAC-SHA-256 and one block (RFC 8018 5.2).
    private static func derived(_ code: String, _ salt: Data, _ rounds: Int) -> Data {
        let key = SymmetricKey(data: Data(code.utf8))
        var block = Array(HMAC<SHA256>.authenticationCode(for: salt + [0, 0, 0, 1], using: key))
        var result = block
        for _ in 1..<max(2, rounds) {
            block = Array(HMAC<SHA256>.authenticationCode(for: block, using: key))
            for index in result.indices { result[index] ^= block[index] }
        }
        return Data(result)
    }
}
