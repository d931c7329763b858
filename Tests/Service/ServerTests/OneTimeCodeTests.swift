// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxServer

@Suite("Codes of authenticator apps") struct OneTimeCodeTests {
    private static let secret = Data("12345678901234567890".utf8)

    @Test("HOTP gives the codes of RFC 4226, appendix D") func hotp() {
        let codes = (0..<10).map { OneTimeCode.code(Self.secret, step: $0) }
        #expect(
            codes == ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"])
    }

    @Test(
        "TOTP gives the codes of RFC 6238, appendix B",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ]) func totp(seconds: Int, code: String)
    {
        let step = OneTimeCode.step(at: Date(timeIntervalSince1970: Double(seconds)))
        #expect(OneTimeCode.code(Self.secret, step: step, digits: 8) == code)
    }

    @Test("Base 32 is that of RFC 4648, and each value has one encoding") func base32() {
        let vectors = [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
        ]
        for (plain, encoded) in vectors {
            #expect(Base32.encoded(Data(plain.utf8)) == encoded)
            #expect(Base32.decoded(encoded) == Data(plain.utf8))
        }
        for bad in ["MZ", "M", "MZX1", "mzxq", "MZXQ=", "MZX"] { #expect(Base32.decoded(bad) == nil, "\(bad)") }
        for length in 0..<64 {
            let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) })
            #expect(Base32.decoded(Base32.encoded(data)) == data)
        }
    }

    @Test("The codes next to the present one are accepted, too, but none that is not newer than the last") func window() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let present = OneTimeCode.step(at: now)
        for distance in -3...3 {
            let code = OneTimeCode.code(Self.secret, step: present + distance)
            let step = OneTimeCode.step(of: code, Self.secret, after: 0, at: now)
            #expect(step == (abs(distance) <= 1 ? present + distance : nil), "\(distance)")
            #expect(OneTimeCode.step(of: code, Self.secret, after: present + distance, at: now) == nil, "\(distance)")
        }
        for bad in ["", "1", "12345", "1234567", "abcdef"] {
            #expect(OneTimeCode.step(of: bad, Self.secret, after: 0, at: now) == nil, "\(bad)")
        }
    }

    @Test("The address for apps names issuer and account, whatever characters they have") func address() {
        let address = OneTimeCode.address(secret: Self.secret, account: "ann+x@example.org", issuer: "A: & B/ü?")
        #expect(
            address
                == "otpauth://totp/A%20%20%26%20B%2F%C3%BC%3F:ann%2Bx@example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=A%20%20%26%20B%2F%C3%BC%3F")
    }

    // MARK: The rule

    private static func factor(_ hashes: [String] = []) -> SecondFactor {
        SecondFactor(sealedSecret: "", recoveryHashes: hashes, step: 0, at: Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test("A code is used once, and a recovery code, too, however it is typed") func replay() throws {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        let (codes, hashes) = SecondFactor.makeRecoveryCodes()
        #expect(Set(codes).count == 10)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/) != nil })
        var factor = Self.factor(hashes)
        let code = OneTimeCode.code(Self.secret, step: OneTimeCode.step(at: now))
        factor.take("\(code.prefix(3)) \(code.suffix(3))", attempt: "1", secret: Self.secret, at: now)
        #expect(factor.accepts("1"))
        factor.take(code, attempt: "2", secret: Self.secret, at: now)
        #expect(!factor.accepts("2"))
        #expect(factor.accepts("1"))
        // The earlier code would still be within the window.
        factor.take(OneTimeCode.code(Self.secret, step: OneTimeCode.step(at: now) - 1), attempt: "3", secret: Self.secret, at: now)
        #expect(!factor.accepts("3"))
        now += 30
        factor.take(
            OneTimeCode.code(Self.secret, step: OneTimeCode.step(at: now)), attempt: "4", secret: Self.secret, at: now)
        #expect(factor.accepts("4"))
        #expect(factor.failures == 0)
        let typed = codes[3].lowercased().replacing("-", with: " ")
        factor.take(typed, attempt: "5", secret: nil, at: now)
        #expect(factor.accepts("5"))
        #expect(factor.accepted?.wasRecoveryCode == true)
        #expect(factor.recoveryHashes.count == 9)
        factor.take(codes[3], attempt: "6", secret: nil, at: now)
        #expect(!factor.accepts("6"))
    }

    @Test("Every fifth wrong code makes one wait longer, during which not even the right one counts") func waits() {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        var factor = Self.factor()
        func right(_ now: Date) -> String { OneTimeCode.code(Self.secret, step: OneTimeCode.step(at: now)) }
        func wrong(_ now: Date) -> String { right(now) == "000000" ? "111111" : "000000" }
        for wait in [60.0, 900, 3600, 3600] {
            for number in 0..<5 {
                #expect(factor.wait(at: now) == nil, "\(number)")
                factor.take(wrong(now), attempt: "bad", secret: Self.secret, at: now)
            }
            #expect(factor.wait(at: now) == wait)
            let failures = factor.failures
            factor.take(right(now), attempt: "early", secret: Self.secret, at: now)
            #expect(!factor.accepts("early"))
            #expect(factor.failures == failures)
            now += wait
        }
        factor.take(right(now), attempt: "good", secret: Self.secret, at: now)
        #expect(factor.accepts("good"))
        #expect(factor.failures == 0)
    }

    @Test("After a hundred wrong codes only a recovery code is accepted") func lock() {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        let (codes, hashes) = SecondFactor.makeRecoveryCodes()
        var factor = Self.factor(hashes)
        for _ in 0..<SecondFactor.maxFailures {
            factor.take("not a code", attempt: "bad", secret: Self.secret, at: now)
            now += 3600
        }
        #expect(factor.isLocked)
        factor.take(OneTimeCode.code(Self.secret, step: OneTimeCode.step(at: now)), attempt: "app", secret: Self.secret, at: now)
        #expect(!factor.accepts("app"))
        factor.take(codes[0], attempt: "recovery", secret: Self.secret, at: now)
        #expect(factor.accepts("recovery"))
        #expect(!factor.isLocked)
    }

    @Test("A recovery code is accepted during a wait, and ends it") func recoveryDuringWait() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let (codes, hashes) = SecondFactor.makeRecoveryCodes()
        var factor = Self.factor(hashes)
        for _ in 0..<SecondFactor.failuresUntilWait { factor.take("not a code", attempt: "bad", secret: Self.secret, at: now) }
        #expect(factor.wait(at: now) != nil)
        factor.take(codes[0], attempt: "recovery", secret: Self.secret, at: now)
        #expect(factor.accepts("recovery"))
        #expect(factor.wait(at: now) == nil)
    }

    @Test("Somebody who guesses between the person's own sign-ins is locked out, and a few mistakes of the person are forgotten")
    func guesses() {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        func right() -> String { OneTimeCode.code(Self.secret, step: OneTimeCode.step(at: now)) }
        var guessed = Self.factor()
        var signIns = 0
        while !guessed.isLocked, signIns < 1000 {
            for _ in 0..<2 * SecondFactor.failuresUntilWait {
                guessed.take("guess", attempt: "bad", secret: Self.secret, at: now)
                now += 3600
            }
            guessed.take(right(), attempt: "good \(signIns)", secret: Self.secret, at: now)
            if guessed.accepts("good \(signIns)") { signIns += 1 }
            now += 60
        }
        #expect(guessed.isLocked)
        #expect(signIns < 20)
        var clumsy = Self.factor()
        for number in 0..<200 {
            for _ in 0..<3 { clumsy.take("mistake", attempt: "bad", secret: Self.secret, at: now) }
            clumsy.take(right(), attempt: "\(number)", secret: Self.secret, at: now)
            #expect(clumsy.accepts("\(number)"))
            now += 60
        }
        #expect(clumsy.guesses == 0)
    }
}
