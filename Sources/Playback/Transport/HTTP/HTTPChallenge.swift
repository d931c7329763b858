// SPDX-License-Identifier: Apache-2.0

/// An authentication challenge of a server, with status 401 (RFC 9110 11.6.1).
struct HTTPChallenge: Hashable {
    /// In lower case.
    var scheme: String
    /// Names in lower case.
    var parameters: [String: String] = [:]

    /// Longer than any real field.
    private static let maximumBytes = 16 << 10

    /// - Parameter fields: the values of `WWW-Authenticate`; each may contain several challenges. Parsing of a field stops at an error.
    static func all(in fields: [String]) -> [HTTPChallenge] {
        fields.flatMap { field in
            var reader = Reader(bytes: Array(field.utf8.prefix(maximumBytes)))
            return reader.challenges()
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

        private static func isTokenByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }

        mutating func challenges() -> [HTTPChallenge] {
            var found: [HTTPChallenge] = []
            while true {
                skip(where: { $0 == UInt8(ascii: ",") || Self.isSpace($0) })
                guard let name = token() else { return found }
                let afterName = index
                skip(where: Self.isSpace)
                if next == UInt8(ascii: "="), !found.isEmpty {
                    index += 1
                    skip(where: Self.isSpace)
                    guard let value = value() else { return found }
                    let last = found.count - 1
                    if found[last].parameters[name.lowercased()] == nil { found[last].parameters[name.lowercased()] = value }
                } else {
                    // A scheme is followed by a space, by a comma or by nothing.
                    guard next == nil || next == UInt8(ascii: ",") || index > afterName else { return found }
                    found.append(HTTPChallenge(scheme: name.lowercased()))
                }
            }
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

        private mutating func skip(where isSkipped: (UInt8) -> Bool) {
            while let byte = next, isSkipped(byte) { index += 1 }
        }

        private mutating func token() -> String? {
            let start = index
            skip(where: Self.isTokenByte)
            return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
        }

        private mutating func value() -> String? {
            guard next == UInt8(ascii: "\"") else { return token() }
            index += 1
            var text: [UInt8] = []
            while let byte = next {
                index += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
                if byte == UInt8(ascii: "\\"), let escaped = next {
                    index += 1
                    text.append(escaped)
                } else {
                    text.append(byte)
                }
            }
            return nil
        }
    }
}
