// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Dispatch
import Foundation
import Synchronization

/// Hashes passwords with scrypt (RFC 7914). Each hash needs 32 MiB and much time, so that guesses are expensive; a value and its copies make
/// one at a time.
struct PasswordHasher: Sendable {
    struct Cost: Hashable, Sendable {
        /// The number of rounds is two to the power of this.
        var roundsExponent = 15
        var blockSize = 8
        var parallelism = 3
    }

    /// The requests that wait for the one in progress.
    private final class Line: Sendable {
        let queue = DispatchQueue(label: "windowbox.passwords", qos: .utility)
        let length = Atomic<Int>(0)
    }

    var cost = Cost()
    private let line = Line()

    private static let (saltBytes, hashBytes) = (16, 32)
    /// More requests at the same time are sent away.
    private static let maxWaiting = 16

    init(cost: Cost = Cost()) { self.cost = cost }

    /// - Returns: the hash with its parameters, such as `scrypt$15$8$3$SALT$HASH`.
    func hash(_ password: String) async throws -> String {
        let salt = SymmetricKey(size: SymmetricKeySize(bitCount: Self.saltBytes * 8)).withUnsafeBytes { Data($0) }
        let key = try await key(password, salt, cost)
        return "scrypt$\(cost.roundsExponent)$\(cost.blockSize)$\(cost.parallelism)$\(salt.base64URL)$\(key.base64URL)"
    }

    /// - Parameter hash: nil if there is no such account, which takes the same time.
    func matches(_ password: String, _ hash: String?) async throws -> Bool {
        guard let kept = hash.flatMap(Self.parts) else {
            _ = try await key(password, Data(count: Self.saltBytes), cost)
            return false
        }
        let given = try await key(password, kept.salt, kept.cost)
        return zip(given, kept.key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func parts(of hash: String) -> (cost: Cost, salt: Data, key: Data)? {
        let words = hash.split(separator: "$").map(String.init)
        guard words.count == 6, words[0] == "scrypt", let exponent = Int(words[1]), (1...20).contains(exponent),
            let size = Int(words[2]), (1...32).contains(size), let lanes = Int(words[3]), (1...16).contains(lanes),
            let salt = Data(base64URL: words[4]), let key = Data(base64URL: words[5]), key.count == hashBytes
        else { return nil }
        return (Cost(roundsExponent: exponent, blockSize: size, parallelism: lanes), salt, key)
    }

    private func key(_ password: String, _ salt: Data, _ cost: Cost) async throws -> Data {
        guard line.length.add(1, ordering: .relaxed).newValue <= Self.maxWaiting else {
            line.length.subtract(1, ordering: .relaxed)
            throw RateLimitExceeded(retryAfter: 5)
        }
        defer { line.length.subtract(1, ordering: .relaxed) }
        // The same password can be typed in several forms.
        let text = Data(password.precomposedStringWithCompatibilityMapping.utf8)
        return try await withCheckedThrowingContinuation { continuation in
            line.queue.async {
                continuation.resume(
                    with: Result {
                        try KDF.Scrypt.deriveKey(
                            from: text, salt: salt, outputByteCount: Self.hashBytes, rounds: 1 << cost.roundsExponent,
                            blockSize: cost.blockSize, parallelism: cost.parallelism
                        ).withUnsafeBytes { Data($0) }
                    })
            }
        }
    }
}

/// What a password must be like.
enum PasswordRule {
    static let minLength = 12
    private static let maxLength = 256

    /// Why a password is refused; nil if it is not.
    static func fault(in password: String, of person: PersonRecord) -> String? {
        guard password.count >= minLength else { return "Use at least \(minLength) characters." }
        guard password.utf8.count <= maxLength else { return "Use at most \(maxLength) bytes." }
        let folded = password.lowercased()
        let own = [person.email, String(person.email.prefix { $0 != "@" }), person.name.lowercased()].filter { $0.count > 3 }
        let rest = own.reduce(folded) { $0.replacing($1, with: "") }
        guard Set(folded).count >= 5, rest.count >= minLength / 2 else {
            return "This can be guessed. Use several words, or a password manager."
        }
        return nil
    }
}
