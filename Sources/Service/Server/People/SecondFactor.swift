// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// A person's authenticator app, and the recovery codes for when it is lost.
struct SecondFactor: Codable, Hashable, Sendable {
    /// The last code that was accepted.
    struct Acceptance: Codable, Hashable, Sendable {
        /// Identifies the request that sent it.
        var attempt: String
        var wasRecoveryCode: Bool
    }

    /// The secret in base 32, encrypted by the ``Vault``.
    var secret: String
    /// When it was set up.
    var since: Date
    /// Hashes of the recovery codes that were not used yet. A fast hash is enough, because they are too long to be guessed.
    var recoveryHashes: [String]
    /// The time step of the last accepted code. This step and earlier ones are refused, so that an intercepted code can't be used again.
    var lastStep: Int
    /// Wrong codes since the last right one.
    var failures = 0
    /// The number of wrong codes, minus five for each right one: a successful sign-in doesn't give an attacker a hundred new attempts.
    var guesses: Int?
    /// Until then, no code of the app is accepted.
    var waitsUntil: Date?
    var accepted: Acceptance?

    /// After this many wrong codes there is a wait, and the person is notified, because somebody else knows the password.
    static let failuresUntilWait = 5
    /// Seconds of the first waits; the last is repeated.
    private static let waits = [60.0, 900, 3600]
    /// After so many wrong codes only recovery codes are accepted, so that a code can't be found by trying for months.
    static let maxFailures = 100
    private static let recoveryCodes = 10
    /// 80 random bits.
    private static let recoveryBytes = 10

    init(sealedSecret: String, recoveryHashes: [String], step: Int, at now: Date) {
        (secret, since, self.recoveryHashes, lastStep) = (sealedSecret, now, recoveryHashes, step)
    }

    /// Whether codes of the app are refused until somebody resets the second factor or a recovery code is used.
    var isLocked: Bool { max(failures, guesses ?? 0) >= Self.maxFailures }

    /// Seconds until a code is accepted; nil if one is now.
    func wait(at now: Date) -> Double? { waitsUntil.flatMap { $0 > now ? $0.timeIntervalSince(now) : nil } }

    /// Whether the attempt was accepted.
    func accepts(_ attempt: String) -> Bool { accepted?.attempt == attempt }

    /// Checks and counts a code of the app or a recovery code. ``accepts(_:)`` returns the result.
    /// - Parameter secret: the decrypted secret; nil if it can't be decrypted.
    mutating func take(_ text: String, attempt: String, secret: Data?, at now: Date) {
        let code = Self.normalized(text)
        // Also during a wait: these codes are too long to be guessed, and an attacker's guesses must not lock the person out.
        if let index = recoveryHashes.firstIndex(of: Self.hash(code)) {
            recoveryHashes.remove(at: index)
            return accept(attempt, isRecoveryCode: true)
        }
        guard wait(at: now) == nil else { return }
        if code.utf8.count == OneTimeCode.digits, !isLocked, let secret,
            let step = OneTimeCode.step(of: code, secret, after: lastStep, at: now)
        {
            lastStep = step
            return accept(attempt, isRecoveryCode: false)
        }
        failures += 1
        guesses = (guesses ?? 0) + 1
        guard failures.isMultiple(of: Self.failuresUntilWait) else { return }
        let number = failures / Self.failuresUntilWait - 1
        waitsUntil = now.addingTimeInterval(Self.waits[min(number, Self.waits.count - 1)])
    }

    private mutating func accept(_ attempt: String, isRecoveryCode: Bool) {
        (failures, waitsUntil) = (0, nil)
        guesses = isRecoveryCode ? nil : max(0, (guesses ?? 0) - Self.failuresUntilWait)
        accepted = Acceptance(attempt: attempt, wasRecoveryCode: isRecoveryCode)
    }

    // MARK: Recovery codes

    /// New recovery codes. Only their hashes are stored.
    static func makeRecoveryCodes() -> (codes: [String], hashes: [String]) {
        let codes = (0..<recoveryCodes).map { _ in
            Base32.encoded(SymmetricKey(size: SymmetricKeySize(bitCount: recoveryBytes * 8)).withUnsafeBytes { Data($0) })
        }
        return (codes.map(grouped), codes.map(hash))
    }

    /// With hyphens, which are easier to read and type.
    private static func grouped(_ code: String) -> String {
        stride(from: 0, to: code.count, by: 4).map { code.dropFirst($0).prefix(4) }.joined(separator: "-")
    }

    /// Without the spaces and hyphens that people type.
    private static func normalized(_ text: String) -> String {
        text.prefix(64).uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func hash(_ code: String) -> String { Data(SHA256.hash(data: Data("recovery \(code)".utf8))).base64URL }
}

/// A secret that is shown but not confirmed yet. It travels encrypted through the page's form.
struct PendingSecondFactor: Codable, Hashable, Sendable {
    var person: String
    /// The person's stamp when it was made.
    var stamp: String
    /// In base 32.
    var secret: String
    /// Seconds since 1970.
    var until: Int

    private static let seconds = 1800

    init(for person: PersonRecord, at now: Date) {
        (self.person, stamp) = (person.id, person.stamp)
        secret = Base32.encoded(OneTimeCode.makeSecret())
        until = Int(now.timeIntervalSince1970) + Self.seconds
    }

    /// Whether it was made for the person, and nothing has changed since.
    func isFor(_ person: PersonRecord, at now: Date) -> Bool {
        self.person == person.id && stamp == person.stamp && Double(until) > now.timeIntervalSince1970
    }
}
