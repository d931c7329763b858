// SPDX-License-Identifier: Apache-2.0

/// The last path component of a URL, for the journal.
func shortName(_ url: String) -> String {
    let bytes = Array(url.utf8)
    let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) ?? bytes.count
    let path = bytes[..<end]
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: path[start...], as: UTF8.self)
}

/// Scheme and authority of a URL. Failures are counted per origin.
func originText(_ url: String) -> String {
    let bytes = Array(url.utf8)
    var slashes = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
        slashes += 1
        if slashes == 3 { return String(decoding: bytes[..<index], as: UTF8.self) }
    }
    return url
}
