// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxTransmux

@Suite("AES-128 in cipher block chaining mode")
struct CipherTests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var digits = Array(hexadecimal.utf8)
        while digits.count >= 2 {
            bytes.append(UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            digits.removeFirst(2)
        }
        return bytes
    }

    @Test("The vectors of NIST SP 800-38A, F.2.2, however they are split", arguments: [1, 15, 16, 17, 64, 80])
    func vectors(_ size: Int) throws {
        let key = bytes("2b7e151628aed2a6abf7158809cf4f3c")
        let vector = bytes("000102030405060708090a0b0c0d0e0f")
        // The last block is the padding of a whole block, encrypted by the same cipher.
        let cipher = bytes(
            "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e22229516"
                + "3ff1caa1681fac09120eca307586e1a7")
        let plain = bytes(
            "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef"
                + "f69f2445df4f9b17ad2b417be66c3710")
        var decryptor = try #require(CBCDecryptor(key: key, vector: vector))
        var found: [UInt8] = []
        var place = 0
        while place < cipher.count {
            found += decryptor.update(Array(cipher[place..<min(cipher.count, place + size)]))
            place += size
        }
        // The last block is kept back: it may be padding, and here it is none.
        #expect(found == Array(plain[..<48]))
        #expect(decryptor.finish() == nil)
    }

    @Test("Keys and vectors of another length are refused, and so is a segment that isn't whole blocks")
    func refused() throws {
        #expect(CBCDecryptor(key: [1], vector: [UInt8](repeating: 0, count: 16)) == nil)
        var decryptor = try #require(CBCDecryptor(key: [UInt8](repeating: 1, count: 16), vector: [UInt8](repeating: 0, count: 16)))
        _ = decryptor.update([UInt8](repeating: 3, count: 31))
        #expect(decryptor.finish() == nil)
    }
}
