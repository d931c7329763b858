// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A URL that contains data (RFC 2397): `data:text/plain;base64,QUJD` or `data:,A%20B`.
public struct DataURL: Hashable, Sendable {
    /// The media type with its parameters; `text/plain;charset=US-ASCII` if the URL has none.
    public var mediaType: String
    public var bytes: [UInt8]

    /// Parses a URL. Base64 may be percent-encoded, contain white space, use the URL alphabet, or lack padding.
    public init(_ url: String) throws(TransportError) {
        let text = url.utf8
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")), url.prefix(5).lowercased() == "data:" else {
            throw TransportError(.address, url: url, message: "The data URL has no comma before its data.")
        }
        var type = String(url[text.index(text.startIndex, offsetBy: 5)..<comma])
        let isBase64 = type.lowercased().hasSuffix(";base64")
        if isBase64 { type.removeLast(7) }
        mediaType = type.isEmpty ? "text/plain;charset=US-ASCII" : type.hasPrefix(";") ? "text/plain" + type : type
        let plain = percentDecoded(text[text.index(after: comma)...])
        if isBase64 {
            guard let decoded = base64Decoded(plain) else {
                throw TransportError(.malformed, url: url, message: "The data of the data URL is not valid base64.")
            }
            bytes = decoded
        } else {
            bytes = plain
        }
    }
}

/// Decodes percent-encoding. A percent sign without two hexadecimal digits stays unchanged.
private func percentDecoded(_ text: Substring.UTF8View) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
        if text[index] == 0x25, index + 2 < text.count, let high = hexadecimal(text[index + 1]), let low = hexadecimal(text[index + 2]) {
            bytes.append(high << 4 | low)
            index += 3
        } else {
            bytes.append(text[index])
            index += 1
        }
    }
    return bytes
}

private func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}

private func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var clean: [UInt8] = []
    clean.reserveCapacity(text.count + 3)
    for byte in text {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="): continue
        case UInt8(ascii: "-"): clean.append(UInt8(ascii: "+"))
        case UInt8(ascii: "_"): clean.append(UInt8(ascii: "/"))
        default: clean.append(byte)
        }
    }
    while clean.count % 4 != 0 { clean.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(clean)).map { Array($0) }
}
