// SPDX-License-Identifier: Apache-2.0

/// The scheme of a URL in lower case; nil for a plain path (RFC 3986 3.1).
///
/// File names may contain a colon. A colon followed by a space, as in "Alien: Romulus.mkv", or after a single letter doesn't end a scheme.
func addressScheme(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = url.utf8[..<colon]
    let isScheme = name.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
    guard isScheme, let first = name.first, first >= 0x41, name.count > 1, url[colon...].dropFirst().first != " " else { return nil }
    return url[..<colon].lowercased()
}
