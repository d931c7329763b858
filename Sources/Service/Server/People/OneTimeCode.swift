// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Codes of authenticator apps (TOTP, RFC 6238, on HOTP, RFC 4226) with HMAC-SHA-1, which every app knows.
enum OneTimeCode {
    /// Seconds for which a code is shown.
    static let period = 30.0
    static let digits = 6
    /// Bytes of a new secret, as RFC 4226 section 4 recommends.
    private static let secretBytes = 20

    static func makeSecret() -> Data { SymmetricKey(size: SymmetricKeySize(bitCount: secretBytes * 8)).withUnsafeBytes { Data($0) } }

    /// The number of periods since 1970.
    static func step(at now: Date) -> Int { Int((now.timeIntervalSince1970 / period).rounded(.down)) }

    /// The code of a step (RFC 4226 section 5.3).
    static func code(_ secret: Data, step: Int, digits: Int = digits) -> String {
        var counter = UInt64(bitPattern: Int64(step)).bigEndian
        let message = withUnsafeBytes(of: &counter) { Data($0) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
        let start = Int(hash[hash.count - 1] & 0x0F)
        let number = hash[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step whose code it is: the present one or a neighbour, because clocks differ and typing takes time. Nil if it is none of them, or
    /// not newer than the last one that was used.
    static func step(of code: String, _ secret: Data, after last: Int, at now: Date) -> Int? {
        let present = step(at: now)
        // All are compared, so that the time doesn't depend on which one matches.
        let matching = (present - 1...present + 1).filter { step in
            zip(code.utf8, Self.code(secret, step: step).utf8).reduce(UInt8(code.utf8.count == digits ? 0 : 1)) { $0 | ($1.0 ^ $1.1) } == 0
        }
        return matching.first { $0 > last }
    }

    /// The address that authenticator apps read from a QR code.
    static func address(secret: Data, account: String, issuer: String) -> String {
        func encoded(_ text: some StringProtocol) -> String {
            let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@")
            return String(text).addingPercentEncoding(withAllowedCharacters: plain) ?? ""
        }
        // A colon separates issuer and account.
        let name = encoded(issuer.replacing(":", with: " ").prefix(40))
        return "otpauth://totp/\(name):\(encoded(account))?secret=\(Base32.encoded(secret))&issuer=\(name)"
    }
}

/// RFC 4648 section 6, without padding.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encoded(_ data: Data) -> String {
        var (text, buffer, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        for byte in data {
            (buffer, bits) = (buffer << 8 | UInt32(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt32(bits)) & 31])
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits)) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for other characters, or unused bits that aren't zero.
    static func decoded(_ text: String) -> Data? {
        var (data, buffer, bits): (Data, UInt32, Int) = (Data(), 0, 0)
        for letter in text.utf8 {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            (buffer, bits) = (buffer << 5 | UInt32(value), bits + 5)
            if bits >= 8 {
                bits -= 8
                data.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        return bits < 5 && buffer == 0 ? data : nil
    }
}
