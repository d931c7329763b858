// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// CMCD data (CTA-5004, version 2: CTA-5004-B), formatted for a request or for a report.
struct ClientData: Sendable {
    enum Value: Hashable, Sendable {
        case token(String)
        case text(String)
        case flag
        /// Integers and decimals, as formatted.
        case number(String)
        /// Lists of version 2, where version 1 has a single value.
        case numbers([String])
        case texts([String])
    }

    private(set) var pairs: [(key: String, value: Value)] = []
    /// 1 or 2.
    let version: Int

    init(version: Int = 1) { self.version = version }

    mutating func add(_ key: String, token: String) { pairs.append((key, .token(token))) }

    /// Adds a string. Identifiers may have at most 64 characters; longer URLs are kept in full. Structured fields percent-encode non-ASCII
    /// bytes, which their strings can't contain (RFC 8941 3.3.3).
    mutating func add(_ key: String, text: String) { pairs.append((key, .text(Self.printable(text)))) }
    mutating func add(_ key: String, list text: String) {
        pairs.append((key, version >= 2 ? .texts([Self.printable(text)]) : .text(Self.printable(text))))
    }
    mutating func add(_ key: String, flag: Bool) { if flag { pairs.append((key, .flag)) } }

    mutating func add(_ key: String, number: Double) {
        guard number.isFinite, number.magnitude < 1e15 else { return }
        pairs.append((key, .number(decimalText(number, decimals: 0))))
    }

    /// Adds a number that is a list in version 2.
    mutating func add(_ key: String, list number: Double) {
        guard number.isFinite, number.magnitude < 1e15 else { return }
        let text = decimalText(number, decimals: 0)
        pairs.append((key, version >= 2 ? .numbers([text]) : .number(text)))
    }

    /// Adds a number rounded to the nearest hundred, as CMCD requires for lengths and rates.
    mutating func add(_ key: String, hundreds number: Double) { add(key, number: Self.hundreds(number)) }
    mutating func add(_ key: String, listedHundreds number: Double) { add(key, list: Self.hundreds(number)) }

    mutating func add(_ key: String, decimal number: Double) {
        guard number.isFinite, number.magnitude < 1e15 else { return }
        pairs.append((key, .number(decimalText(number, decimals: 2))))
    }

    /// Structured fields of the form `key=value`, sorted by key: tokens bare, strings quoted, true without a value.
    var sorted: [String] { ordered.map { Self.field($0.key, $0.value) } }

    /// All values as one JSON object.
    var json: String {
        var members: [String] = []
        for pair in ordered { members.append("\"" + pair.key + "\":" + Self.json(pair.value)) }
        return "{" + members.joined(separator: ",") + "}"
    }

    private var ordered: [(key: String, value: Value)] {
        pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private static func field(_ key: String, _ value: Value) -> String {
        switch value {
        case .token(let text), .number(let text): key + "=" + text
        case .text(let text): key + "=" + quoted(ascii(text))
        case .flag: key
        case .numbers(let list): key + "=(" + list.joined(separator: " ") + ")"
        case .texts(let list): key + "=(" + list.map { quoted(ascii($0)) }.joined(separator: " ") + ")"
        }
    }

    private static func json(_ value: Value) -> String {
        switch value {
        case .token(let text), .text(let text): quoted(text)
        case .flag: "true"
        case .number(let text): text
        case .numbers(let list): "[" + list.joined(separator: ",") + "]"
        case .texts(let list): "[" + list.map { quoted($0) }.joined(separator: ",") + "]"
        }
    }

    private static func hundreds(_ number: Double) -> Double { (number / 100).rounded() * 100 }

    /// Removes control characters, which neither format allows.
    private static func printable(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 where byte >= 0x20 && byte != 0x7F { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func ascii(_ text: String) -> String { PercentEncoding.encoded(text) { $0 >= 0x80 } }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}
