// SPDX-License-Identifier: Apache-2.0

/// Pairs of CMCD in the spelling of CTA-5004: tokens bare, texts quoted, true without a value.
struct ClientData {
    private var pairs: [(key: String, text: String)] = []

    mutating func add(_ key: String, token: String) { pairs.append((key, key + "=" + token)) }

    /// At most 64 characters are allowed for identifiers; longer addresses are kept whole.
    mutating func add(_ key: String, text: String) {
        var bytes: [UInt8] = []
        for byte in text.utf8 where byte >= 0x20 && byte != 0x7F {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        pairs.append((key, key + "=\"" + String(decoding: bytes, as: UTF8.self) + "\""))
    }

    mutating func add(_ key: String, flag: Bool) { if flag { pairs.append((key, key)) } }

    mutating func add(_ key: String, number: Double) {
        guard number.isFinite, number.magnitude < 1e15 else { return }
        pairs.append((key, key + "=" + decimalText(number, decimals: 0)))
    }

    /// Rounded to the nearest hundred, as lengths and rates are.
    mutating func add(_ key: String, hundreds number: Double) { add(key, number: (number / 100).rounded() * 100) }

    mutating func add(_ key: String, decimal number: Double) { pairs.append((key, key + "=" + decimalText(number, decimals: 2))) }

    var sorted: [String] {
        var texts: [String] = []
        for pair in pairs.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { texts.append(pair.text) }
        return texts
    }
}
